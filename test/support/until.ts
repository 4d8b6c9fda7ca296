import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 20

/**
 * Waits until `look` returns something other than false, null, or undefined, and returns it. The timeout also ends a
 * `look` that hangs. Tests wait only by this function.
 * @throws Error naming `what` did not happen within the time
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 180_000,
): Promise<Exclude<T, null | undefined | false>> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} did not come within ${timeoutMs} ms`)), timeoutMs)
  try {
    for (;;) {
      const found = await Promise.race([look(), over])
      if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>
      await Promise.race([delay(POLL_MS), over])
    }
  } finally {
    clearTimeout(timer)
  }
}
