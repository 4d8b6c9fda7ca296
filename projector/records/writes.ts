import type { Run } from '../../cypher/connect.ts'
import type { Query } from '../../cypher/query.ts'

/** Sends a write of one organization and does not wait for it. */
export type Write = <P, R>(query: Query<P, R, 'tenant'>, params: P) => void

/**
 * The writes of one organization in a transaction. Their results are of no use, and a connection runs what it is sent in
 * order, so the next is computed and sent while the graph still works on the one before. `settled` waits for all, and
 * throws what the first of them threw.
 */
export function createWrites(run: Run, organization: string): { write: Write; settled: () => Promise<void> } {
  const sent: Promise<unknown>[] = []
  return {
    write(query, params) {
      const done = run(query, organization, params)
      // Until all are sent it is not awaited, and a failure must not count as unhandled.
      done.catch(() => undefined)
      sent.push(done)
    },
    async settled() {
      await Promise.all(sent)
    },
  }
}
