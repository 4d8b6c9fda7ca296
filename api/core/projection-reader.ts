import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { getRebuild } from '../../cypher/system/rebuild.ts'
import type { Reader } from './context.ts'
import { ApiError } from './errors.ts'

/** Reads that never return incomplete data because of a rebuild, which first drops data and then restores it. */
export interface ProjectionReader {
  /**
   * Returns a reader of one organization for one request. All its reads see the graph before a rebuild, or all see it
   * after.
   * @throws ApiError rebuilding; GraphError
   */
  of(organization: string, signal?: AbortSignal): Reader
  /** Whether a rebuild is running. @throws GraphError */
  isRebuilding(): Promise<boolean>
}

/**
 * A rebuild makes the generation of the graph odd before it drops data, and sets it to a new even number when all data
 * is restored. So a read is complete if the generation was the same even number before and after it. The number before
 * is the last one that this process has seen, which costs no query. The number after is returned by the same statement
 * as the rows.
 */
export function createProjectionReader(graph: Graph, groupId: string): ProjectionReader {
  let lastSeen: number | null = null

  /** The generation is 0 if the group of projectors has not written anything yet. */
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
          // The graph was rebuilt since this process last read the generation. The first read of a request is retried.
          // A later one cannot be, because earlier rows of the request are from before the rebuild.
          if (ofRequest !== null) throw rebuilding()
        }
      },
    }
  }

  /**
   * An error that is not from the connection to the graph may be due to the incomplete data of a rebuild that is
   * running.
   */
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
