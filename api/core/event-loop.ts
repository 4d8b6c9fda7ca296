import { setImmediate as afterOthers } from 'node:timers/promises'

/** Work that computes goes on for so long before others have the event loop. */
const MOST_MS = 5

/**
 * For a loop that computes: awaited at each step, it lets others have the event loop when it was taken for a while.
 * @param elapsed milliseconds of a clock that nobody sets
 */
export function createPause(elapsed = () => performance.now()): () => Promise<void> {
  let since = elapsed()
  return async () => {
    if (elapsed() - since < MOST_MS) return
    await afterOthers()
    since = elapsed()
  }
}
