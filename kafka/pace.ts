import { setTimeout as delay } from 'node:timers/promises'

/** How many records are sent in one go at a pace: small enough that those of others go in between. */
export const burstSize = (rate: number, most: number): number => Math.min(most, Math.ceil(rate / 10))

/**
 * A pace of at most the given number of records per second, also after a pause. The function returned hears how many were sent, and
 * resolves when the next may follow, or when the signal is aborted.
 */
export function paceOf(rate: number, signal?: AbortSignal): (sent: number) => Promise<void> {
  let last = performance.now()
  return async (sent) => {
    const early = last + (1000 * sent) / rate - performance.now()
    if (early > 0) await delay(early, undefined, { ...(signal && { signal }) }).catch(() => {})
    last = performance.now()
  }
}
