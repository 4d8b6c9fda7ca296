import { loadPublicationState, type PublicationStateRow } from '../../cypher/bom/write-publications.ts'
import type { Graph } from '../../cypher/connect.ts'
import type { Query } from '../../cypher/query.ts'
import { type StartedPublication, storedStart } from '../../schemas/stored/publication.ts'

/** Reads the graph of one organization, always from the leader. */
export type Reader = <P, R>(query: Query<P, R, 'tenant'>, params: P) => Promise<R[]>

export function readerOf(graph: Graph, organization: string): Reader {
  return (query, params) => graph.readFromLeader(query, organization, params)
}

/** The state of an organization's publications. */
export interface PublicationState {
  open: { snapshotId: string; started: StartedPublication } | null
  /** Kafka timestamp of the last event about publications, in ms since 1970. */
  lastAt: number | null
  /** The newest completed publication. */
  newest: { seq: number; snapshotId: string; publicationId: string; completedAt: string } | null
}

export async function readPublicationState(read: Reader): Promise<PublicationState> {
  const [row] = await read(loadPublicationState, {})
  if (!row) throw new Error('The feed of an organization is always one row')
  const { open, started, lastAt } = row
  return {
    open: open === null || started === null ? null : { snapshotId: open, started: storedStart.readChecked(started) },
    lastAt,
    newest: newestOf(row),
  }
}

function newestOf({ seq, snapshotId, publicationId, completedAt }: PublicationStateRow): PublicationState['newest'] {
  if (seq === null || snapshotId === null || publicationId === null || completedAt === null) return null
  return { seq, snapshotId, publicationId, completedAt }
}

/** The number that the next completed publication will have. */
export function nextNumber({ newest }: PublicationState): number {
  return (newest?.seq ?? 0) + 1
}
