/** Waits for an orderly close, but not indefinitely: a broker that hangs does not respond. */
export async function closeWithin(ms: number, close: () => Promise<unknown>): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([close().catch(() => undefined), tooLong])
  clearTimeout(timer)
}
