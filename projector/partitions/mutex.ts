import type { RunExclusive } from '../../cypher/connect.ts'

/** Lets one task run at a time, in the order of asking. */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task)
    last = turn.catch(() => undefined)
    return turn
  }
}
