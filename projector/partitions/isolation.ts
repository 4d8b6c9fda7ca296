import { GraphError } from '../../cypher/errors.ts'
import type { Publishing } from '../publications/publishing.ts'
import { advance, type Claim } from './advance.ts'
import { type Apply, isOfEvent, isolating } from './isolate.ts'
import { keyOf } from './partition-status.ts'
import type { Chunk } from './project-batch.ts'
import { putAside } from './put-aside.ts'

/** If the graph refuses this number of events in a row, each alone, it is assumed to refuse all. */
const MOST_REFUSED = 100
/** A conflict that comes back so often is not one with another transaction. */
const DOUBTED_CONFLICTS = 3

type Isolating = Publishing & { bomTopic: string }

/**
 * Applies chunks so that one event that cannot be processed never holds up those behind it. What the graph refuses is only
 * rejected while the graph accepts other writes: an empty move of the offset first, and now and then an event.
 */
export function createIsolation(publishing: Isolating) {
  const refused = new Map<string, number>()

  /** @throws the error itself when the graph seems to refuse everything */
  async function doubtGraph(claim: Claim, { from }: Chunk, error: GraphError): Promise<void> {
    const inARow = (refused.get(keyOf(claim)) ?? 0) + 1
    if (inARow > MOST_REFUSED) throw error
    await publishing.graph.write((run) => advance(run, claim, from, from))
    refused.set(keyOf(claim), inARow)
  }

  return {
    /** @param failures how often in a row the partition was put back until now */
    apply(claim: Claim, chunk: Chunk, failures: number, apply: Apply): Promise<boolean> {
      const isConflict = (error: unknown) => error instanceof GraphError && error.kind === 'conflict'
      return isolating(
        chunk,
        async (part, onReached) => {
          const isApplied = await apply(part, onReached)
          if (isApplied && part.records.length > 0) refused.delete(keyOf(claim))
          return isApplied
        },
        async (one, error) => {
          if (error instanceof GraphError) await doubtGraph(claim, one, error)
          await putAside(publishing, claim, one, error)
        },
        (error) => isOfEvent(error) || (failures >= DOUBTED_CONFLICTS && isConflict(error)),
      )
    },
  }
}
