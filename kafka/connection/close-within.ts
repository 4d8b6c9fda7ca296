/** Waits for an orderly close, but not for ever: a broker that hangs answers nothing. */
export async function closeWithin(ms: number, close: () => Promise<unknown>): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([close().catch(() => undefined), tooLong])
  clearTimeout(timer)
}
