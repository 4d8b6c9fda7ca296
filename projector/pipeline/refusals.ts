import type { Graph } from '../../cypher/connect.ts'
import type { GraphError } from '../../cypher/errors.ts'
import { advance, type Claim } from '../partitions/advance.ts'
import { keyOf } from '../partitions/partition-status.ts'
import type { Chunk } from './event-stream.ts'

/** If the graph refuses this number of events in a row, each alone, it is assumed to refuse all. */
const MOST_REFUSED = 100

/**
 * Counts for each partition how many events in a row the graph has rejected. An event may only be rejected for this
 * reason while the graph accepts other writes: a write that leaves the offset unchanged must succeed, and a limited
 * number of events in a row may be rejected.
 */
export function createRefusals(graph: Graph) {
  const inARow = new Map<string, number>()
  return {
    /** @throws the given error if the graph seems to reject all writes */
    async note(claim: Claim, { from }: Chunk, error: GraphError): Promise<void> {
      const refused = (inARow.get(keyOf(claim)) ?? 0) + 1
      if (refused > MOST_REFUSED) throw error
      await graph.write((run) => advance(run, claim, from, from))
      inARow.set(keyOf(claim), refused)
    },
    forget: (claim: Claim) => void inARow.delete(keyOf(claim)),
  }
}
