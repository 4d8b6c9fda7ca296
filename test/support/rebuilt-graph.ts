import type { Graph } from '../../cypher/connect.ts'

/** The server gives properties in any order. */
function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, sortedKeys)).sort()

/** All that the projectors made, in an order of its own. */
export async function projectionsOf(graph: Graph): Promise<string[]> {
  const nodes = await graph.execute(
    'MATCH (n) WHERE n:Entity OR n:Claim OR n:DeletedLink RETURN labels(n) AS labels, properties(n) AS properties',
  )
  const links = await graph.execute('MATCH ()-[l:LINK]->() RETURN properties(l) AS properties')
  return linesOf([...nodes, ...links])
}

/** What systems say, as far as it follows from the log alone: what it is resolved to comes a moment later. */
export async function connectedOf(graph: Graph): Promise<string[]> {
  const rows = await graph.execute(
    `MATCH (n) WHERE n:SourceRecord OR n:RecordCode OR n:Position OR n:Requirement OR n:Dataset OR n:DatasetRows
       OR n:RecordTypeRows OR n:DatasetLoad OR n:ObservedField OR n:RecordLetter OR n:Applied
     RETURN labels(n) AS labels, n.tenantKey AS tenant, n.id AS id, n.state AS state, n.datasetId AS datasetId,
       n.rows AS rows, n.firstSeenAt AS firstSeenAt, n.at AS at, n.codes AS codes, n.materialRef AS materialRef`,
  )
  return linesOf(rows)
}

/** The BOM history, as it is stored. */
export async function bomHistoryOf(graph: Graph): Promise<string[]> {
  const rows = await graph.execute(
    `MATCH (n) WHERE n:BomLine OR n:BomStyle OR n:BomChange OR n:BomSku OR n:Publication OR n:Timeline
     RETURN labels(n) AS labels, properties(n) AS properties`,
  )
  return linesOf(rows)
}
