import { setImmediate as afterOthers } from 'node:timers/promises'

/** Computing code yields the event loop after this many milliseconds. */
const MOST_MS = 5

/**
 * Returns a function for loops that compute. Await it in each iteration: it yields the event loop if the loop has kept
 * it for longer than MOST_MS.
 * @param elapsed milliseconds of a monotonic clock
 */
export function createPause(elapsed = () => performance.now()): () => Promise<void> {
  let since = elapsed()
  return async () => {
    if (elapsed() - since < MOST_MS) return
    await afterOthers()
    since = elapsed()
  }
}
