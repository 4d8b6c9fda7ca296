import { type Graph, tenantLabel } from '../../../cypher/connect.ts'

/** Finds nodes by tenantKey, to include those without their tenant label; the condition on id uses the index. */
const byTenantKey = ['Entity', 'Claim', 'DeletedLink'].map(
  (label) => `MATCH (n:${label}) WHERE n.tenantKey = $organization AND n.id >= ''`,
)

/**
 * Everything that an organization has in the graph, as sorted lines, one per node or relationship. Not included are
 * internal IDs, the lock and the invalidations of the reconciler, times of rejection, and counts of events, which
 * depend on the order of events (see `countLines`), offsets of counted events, which depend on the batches, and changes,
 * which have times of application.
 */
export async function graphLines(graph: Graph, organization: string): Promise<string[]> {
  const lines: string[] = []
  const label = tenantLabel(organization)
  for (const nodes of [
    ...byTenantKey,
    `MATCH (n:\`${label}\`) WHERE NOT n:Invalidation AND NOT n:Reconciliation AND NOT n:IngestedSource
       AND NOT n:Change AND NOT n:ChangeFeed AND NOT n:CountedEvents`,
  ]) {
    for (const { labels, properties } of await graph.execute(
      `${nodes} RETURN labels(n) AS labels, properties(n) AS properties`,
      { organization },
    )) {
      const sorted = [...(labels as string[])].sort()
      lines.push(`node ${canonical([sorted, sorted.includes('DeadLetter') ? untimed(properties) : properties])}`)
    }
  }
  const links = await graph.execute(
    `MATCH (a:\`${label}\`)-[r]-(b)
     RETURN DISTINCT type(r) AS type, properties(r) AS properties, startNode(r).id AS a, endNode(r).id AS b`,
    { organization },
  )
  lines.push(...links.map(({ type, properties, a, b }) => `link ${canonical([type, properties, a, b])}`))
  return [...new Set(lines)].sort()
}

function untimed(properties: unknown): unknown {
  const { rejectedAt: _rejectedAt, sortKey: _sortKey, ...rest } = properties as Record<string, unknown>
  return rest
}

/** The counts of outcomes of an organization's events, by source and partition. */
export async function countLines(graph: Graph, organization: string): Promise<string[]> {
  const rows = await graph.execute(
    'MATCH (n:IngestedSource {tenantKey: $organization}) RETURN properties(n) AS properties',
    { organization },
  )
  return rows.map(({ properties }) => canonical(properties)).sort()
}

/** @throws Error with the first lines that occur in only one of two graphs */
export function expectSame(before: readonly string[], after: readonly string[]): void {
  const [old, now] = [new Set(before), new Set(after)]
  const gone = before.filter((line) => !now.has(line)).map((line) => `- ${line}`)
  const come = after.filter((line) => !old.has(line)).map((line) => `+ ${line}`)
  if (gone.length + come.length === 0) return
  throw new Error(['The graphs differ:', ...gone.slice(0, 5), ...come.slice(0, 5)].join('\n'))
}

/** Deletes everything that is stored of an organization. */
export async function wipe(graph: Graph, organization: string): Promise<void> {
  const label = tenantLabel(organization)
  await graph.execute(`MATCH (n:\`${label}\`) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, field) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  )
}
