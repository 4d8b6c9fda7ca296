/**
 * Waits for an orderly close, but at most for the given time, because an unresponsive broker could delay it
 * indefinitely.
 */
export async function closeWithin(ms: number, close: () => Promise<unknown>): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([close().catch(() => undefined), tooLong])
  clearTimeout(timer)
}
