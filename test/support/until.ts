import { setTimeout as delay } from 'node:timers/promises'
import { stopwatch } from './stopwatch.ts'

const POLL_MS = 20

/**
 * Waits until `look` finds something, and returns it: the one way for a test to wait.
 * @throws Error naming what did not come within the time
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 180_000,
): Promise<Exclude<T, null | undefined | false>> {
  const tookMs = stopwatch()
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>
    if (tookMs() > timeoutMs) throw new Error(`${what} did not come within ${timeoutMs} ms`)
    await delay(POLL_MS)
  }
}
