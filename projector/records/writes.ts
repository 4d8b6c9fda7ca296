import type { Run } from '../../cypher/connect.ts'
import type { Query } from '../../cypher/query.ts'

/** Sends a write of one organization without waiting for its result. */
export type Write = <P, R>(query: Query<P, R, 'tenant'>, params: P) => void

/**
 * Creates the writes of one organization in a transaction. Nothing needs their results, and a connection runs
 * statements in order. So the next statement is computed and sent while the graph still runs the previous one.
 * `settled` waits for all, and throws the first error.
 */
export function createWrites(run: Run, organization: string): { write: Write; settled: () => Promise<void> } {
  const sent: Promise<unknown>[] = []
  return {
    write(query, params) {
      const done = run(query, organization, params)
      // Handled here, because nothing awaits this promise until all writes are sent.
      done.catch(() => undefined)
      sent.push(done)
    },
    async settled() {
      await Promise.all(sent)
    },
  }
}
