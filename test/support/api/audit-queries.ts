import { type Graph, tenantLabel } from '../../../cypher/connect.ts'

const nodes = ['Entity', 'Claim', 'DeletedLink', 'Invalidation'] as const

/** Queries by the kind of corruption that each finds in the graph of the organization `$tenantKey`. */
function auditQueries(label: string): Record<string, string> {
  const named = nodes.map((name): [string, string] => [
    `${name} without its tenant label, or with another`,
    `MATCH (n:${name}) WHERE n.tenantKey = $tenantKey AND n.id >= ''
       AND [l IN labels(n) WHERE l STARTS WITH 'Tenant_'] <> [$tenantLabel] RETURN n`,
  ])
  return {
    ...Object.fromEntries(named),
    'node without its tenant or an id': `MATCH (n:\`${label}\`)
      WHERE n.tenantKey IS NULL OR n.tenantKey <> $tenantKey OR (n.id IS NULL AND NOT (n:Applied OR n:IngestedSource OR n:Change OR n:ChangeFeed)) RETURN n`,
    'node of no known label': `MATCH (n:\`${label}\`) WHERE NOT (n:Entity OR n:Claim OR n:DeletedLink OR n:Invalidation OR n:Applied
        OR n:DeadLetter OR n:IngestedSource OR n:Change OR n:ChangeFeed) RETURN n`,
    'node that a rebuild would leave': `MATCH (n:\`${label}\`)
      WHERE NOT (n:Projected OR n:ExportJob OR n:ExportQueue OR n:Reconciliation OR n:Change OR n:ChangeFeed) RETURN n`,
    'link across tenants': `MATCH (a:\`${label}\`)-[l]-(b)
      WHERE a.tenantKey <> b.tenantKey OR l.tenantKey <> a.tenantKey OR l.tenantKey IS NULL RETURN l`,
    'link whose ends are not those it names': `MATCH (a:\`${label}\`)-[l]->(b)
      WHERE l.fromId <> a.id OR l.toId <> b.id OR l.fromId IS NULL OR l.toId IS NULL OR l.id IS NULL RETURN l`,
    'listed entity without its document, or the other way round': `MATCH (n:Entity:\`${label}\`)
      WHERE n:Listed <> (n.doc IS NOT NULL) OR n.type IS NULL RETURN n`,
    'claim of an entity that is not listed': `MATCH (c:Claim:\`${label}\`)
      WHERE NOT EXISTS { MATCH (e:Listed {tenantKey: $tenantKey, id: c.entityId}) } RETURN c`,
    'number stored as a float': `MATCH (n:\`${label}\`) UNWIND keys(n) AS key
      WITH n, key WHERE valueType(n[key]) STARTS WITH 'FLOAT' RETURN n`,
  }
}

/** The number of corruptions of each kind, without kinds that do not occur. */
export async function corruptions(graph: Graph, organization: string): Promise<Record<string, number>> {
  const label = tenantLabel(organization)
  const found: Record<string, number> = {}
  for (const [name, query] of Object.entries(auditQueries(label))) {
    const rows = await graph.execute(query, { tenantKey: organization, tenantLabel: label })
    if (rows.length > 0) found[name] = rows.length
  }
  return found
}
