/**
 * Lets one task run at a time, in the order of asking. Batches of several partitions are decoded side by side but written
 * one after the other: they meet at the same styles and suppliers, and would wait for each other's locks or deadlock
 * (measured with four writers: 300 records/s against 2,800 with one).
 */
export function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }
}
