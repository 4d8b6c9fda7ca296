import type { Graph } from '../../cypher/connect.ts'
import type { GraphError } from '../../cypher/errors.ts'
import { advance, type Claim } from '../partitions/advance.ts'
import { keyOf } from '../partitions/partition-status.ts'
import type { Chunk } from './event-stream.ts'

/** If the graph refuses this number of events in a row, each alone, it is assumed to refuse all. */
const MOST_REFUSED = 100

/**
 * Counts the events of each partition that the graph has refused in a row. One is only rejected for that while the graph
 * accepts other writes: an empty move of the offset first, and now and then an event.
 */
export function createRefusals(graph: Graph) {
  const inARow = new Map<string, number>()
  return {
    /** @throws the error itself when the graph seems to refuse everything */
    async note(claim: Claim, { from }: Chunk, error: GraphError): Promise<void> {
      const refused = (inARow.get(keyOf(claim)) ?? 0) + 1
      if (refused > MOST_REFUSED) throw error
      await graph.write((run) => advance(run, claim, from, from))
      inARow.set(keyOf(claim), refused)
    },
    forget: (claim: Claim) => void inARow.delete(keyOf(claim)),
  }
}
