import * as queries from '../cypher/bom/write-publications.ts'
import type { Graph } from '../cypher/connect.ts'
import { storedSnapshot, storedStart } from '../schemas/stored/publication.ts'

/** A publication as operators see it; values that are not known yet are null. */
export interface Publication {
  organization: string
  snapshotId: string
  status: string
  publicationNumber: number | null
  startedAt: string
  endedAt: string | null
  retiredAt: string | null
  /** Why it failed: a code and the details. */
  reason: string | null
  styleCount: number | null
  skuCount: number | null
  rowCount: number | null
}

/** The publications of an organization, the newest first, at most `limit`. */
export async function listPublications(graph: Graph, organization: string, limit: number): Promise<Publication[]> {
  const rows = await graph.read(queries.listPublications, organization, { limit })
  return rows.map(({ seq, started, doc, ...row }) => {
    const { startedAt } = storedStart.read(started)
    const counts: Partial<Publication> = doc === null ? {} : storedSnapshot.read(doc)
    const { styleCount = null, skuCount = null, rowCount = null } = counts
    return { organization, ...row, publicationNumber: seq, startedAt, styleCount, skuCount, rowCount }
  })
}
