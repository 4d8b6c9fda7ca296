import type { Graph } from '../../../cypher/connect.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'

/** Sorts keys for JSON.stringify, because Neo4j returns properties in any order. */
function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, sortedKeys)).sort()

/** Everything that projectors stored, as sorted lines, without what housekeeping deletes. */
export async function projectionsOf(graph: Graph): Promise<string[]> {
  const nodes = await graph.execute(
    'MATCH (n) WHERE n:Entity OR n:Claim OR n:DeletedLink RETURN labels(n) AS labels, properties(n) AS properties',
  )
  const links = await graph.execute(
    'MATCH ()-[l:LINK]->() WHERE l.toSeq IS NULL OR l.toSeq = $open RETURN properties(l) AS properties',
    { open: OPEN },
  )
  return linesOf([...nodes, ...links])
}

/**
 * All connected data that a rebuild restores. Resolved references are left out, because they follow later, and so are
 * temporary nodes of publications.
 */
export async function connectedOf(graph: Graph): Promise<string[]> {
  const rows = await graph.execute(
    `MATCH (n:Projected)
     WHERE NOT n:Entity|Claim|DeletedLink AND NOT n:BomLine|BomStyle|BomChange|BomSku|Publication|Timeline
       AND NOT n:ConnectedRecord|PositionException|Invalidation AND NOT n:BomFeed|StagedStyle|SeenEvents|Notice
     RETURN labels(n) AS labels, n.tenantKey AS tenant, n.id AS id, n.state AS state, n.datasetId AS datasetId,
       n.rows AS rows, n.firstSeenAt AS firstSeenAt, n.at AS at, n.codes AS codes, n.materialRef AS materialRef,
       n.source AS source, n.partition AS partition, n.applied AS applied, n.stale AS stale, n.rejected AS rejected`,
  )
  return linesOf(rows)
}

/** The stored BOM history. */
export async function bomHistoryOf(graph: Graph): Promise<string[]> {
  const rows = await graph.execute(
    `MATCH (n) WHERE n:BomLine OR n:BomStyle OR n:BomChange OR n:BomSku OR n:Publication OR n:Timeline
     RETURN labels(n) AS labels, properties(n) AS properties`,
  )
  return linesOf(rows)
}
