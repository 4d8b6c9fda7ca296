import { setTimeout as delay } from 'node:timers/promises'

/**
 * How many records to send in one burst at a limited rate. Bursts are small, so that records of other producers are not
 * delayed.
 */
export const burstSize = (rate: number, most: number): number => Math.min(most, Math.ceil(rate / 10))

/**
 * Limits the rate to the given number of records per second, including after a pause. Call the returned function with
 * the number of records sent. It resolves when the next records may be sent, or when the signal is aborted.
 */
export function paceOf(rate: number, signal?: AbortSignal): (sent: number) => Promise<void> {
  let last = performance.now()
  return async (sent) => {
    const early = last + (1000 * sent) / rate - performance.now()
    if (early > 0) await delay(early, undefined, { ...(signal && { signal }) }).catch(() => {})
    last = performance.now()
  }
}
