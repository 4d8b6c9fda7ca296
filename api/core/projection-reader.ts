import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'
import type { Reader } from './context.ts'
import { ApiError } from './errors.ts'

/** Reads that never see a graph from which a rebuild has dropped something that it has not brought back yet. */
export interface ProjectionReader {
  /**
   * Reads as one organization, for one request: all that it reads is of one state between two rebuilds.
   * @throws ApiError rebuilding; GraphError
   */
  of(organization: string, signal?: AbortSignal): Reader
  /** Whether a rebuild is running. @throws GraphError */
  isRebuilding(): Promise<boolean>
}

/**
 * A rebuild makes the generation of the graph odd before it drops anything, and even again, and another one, when everything is
 * back. So what was read is whole when the generation was the same even number before and after. Before, it is what this
 * process has seen last, which costs nothing; after, it comes with the rows, read in the same statement when all of them were.
 */
export function createProjectionReader(graph: Graph, groupId: string): ProjectionReader {
  let lastSeen: number | null = null

  /** Before a group of projectors has claimed anything there is nothing that it could rebuild. */
  async function readGeneration(signal?: AbortSignal): Promise<number> {
    const [state] = await graph.read(getRebuild, null, { groupId }, signal)
    lastSeen = state?.generation ?? 0
    return lastSeen
  }

  function readerOf(organization: string, signal?: AbortSignal): Reader {
    let ofRequest: number | null = null
    return {
      organization,
      async read(query, params) {
        if (query.textWithGeneration === null) return graph.read(query, organization, params, signal)
        for (;;) {
          const before = ofRequest ?? lastSeen ?? (await readGeneration(signal))
          const answer = graph.readWithGeneration(query, organization, params, groupId, signal)
          const { rows, generation: now } = await answer.catch(explain)
          lastSeen = now
          if (isOdd(now)) throw rebuilding()
          if (now === before && (ofRequest ?? before) === before) {
            ofRequest = before
            return rows
          }
          // The graph was rebuilt since this process last read, which is too late only once the request has read something.
          if (ofRequest !== null) throw rebuilding()
        }
      },
    }
  }

  /** What cannot be made sense of may be half of something. */
  async function explain(error: unknown): Promise<never> {
    const isOfGraph = error instanceof GraphError && error.kind !== 'fault'
    if (!isOfGraph && isOdd(await readGeneration().catch(() => 0))) throw rebuilding(error)
    throw error
  }

  return { of: readerOf, isRebuilding: async () => isOdd(await readGeneration()) }
}

const isOdd = (generation: number) => generation % 2 === 1

function rebuilding(cause?: unknown): ApiError {
  return new ApiError('rebuilding', { cause })
}
