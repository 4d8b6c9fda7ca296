import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { groupOfOrganization } from '../../cypher/system/organization-group.ts'
import { getGeneration } from '../../cypher/system/rebuild.ts'
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
  /** Whether a rebuild of the whole graph is running. @throws GraphError */
  isRebuilding(): Promise<boolean>
}

/**
 * A rebuild makes the generation of the graph odd before it drops data, and sets it to a new even number when all data
 * is restored. The rebuild of one organization does the same with a generation of its own, and the two are added. So a
 * read is complete if the sum was the same even number before and after it. The number before is the last one that this
 * process has seen for the organization, which costs no query. The number after is returned by the same statement
 * as the rows.
 */
export function createProjectionReader(graph: Graph, groupId: string): ProjectionReader {
  const lastSeen = new Map<string, number>()

  /** The generation of an organization's data, or without an organization that of the whole graph. */
  async function readGeneration(organization: string | null, signal?: AbortSignal): Promise<number> {
    const organizationGroup = organization && groupOfOrganization(groupId, organization)
    const [state] = await graph.read(getGeneration, null, { groupId, organizationGroup }, signal)
    return state?.generation ?? 0
  }

  function readerOf(organization: string, signal?: AbortSignal): Reader {
    let ofRequest: number | null = null
    return {
      organization,
      async read(query, params) {
        if (query.textWithGeneration === null) return graph.read(query, organization, params, signal)
        for (;;) {
          const before = ofRequest ?? lastSeen.get(organization) ?? (await readGeneration(organization, signal))
          const answer = graph.readWithGeneration(query, organization, params, groupId, signal)
          const { rows, generation: now } = await answer.catch((error) => explain(organization, error))
          lastSeen.set(organization, now)
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
  async function explain(organization: string, error: unknown): Promise<never> {
    const isOfGraph = error instanceof GraphError && error.kind !== 'fault'
    if (!isOfGraph && isOdd(await readGeneration(organization).catch(() => 0))) throw rebuilding(error)
    throw error
  }

  return { of: readerOf, isRebuilding: async () => isOdd(await readGeneration(null)) }
}

const isOdd = (generation: number) => generation % 2 === 1

function rebuilding(cause?: unknown): ApiError {
  return new ApiError('rebuilding', { cause })
}
