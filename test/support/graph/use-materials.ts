import { type Graph, tenantLabel } from '../../../cypher/connect.ts'

/** Stores a first snapshot in which styles use materials, as its publication would. */
export async function useMaterials(
  graph: Graph,
  organization: string,
  uses: readonly { styleId: string; materialId: string }[],
): Promise<void> {
  await graph.execute(
    `CREATE (:Timeline:${tenantLabel(organization)} {tenantKey: $organization, seq: 1})
     WITH 1 AS one
     UNWIND $uses AS use
     MATCH (s:Entity {tenantKey: $organization, id: use.styleId}), (m:Entity {tenantKey: $organization, id: use.materialId})
     CREATE (s)-[:LINK {tenantKey: $organization, id: s.id + m.id, fromId: s.id, toId: m.id,
       sortKey: 'USES_MATERIAL/' + s.id, doc: '{"id":"' + s.id + '","type":"USES_MATERIAL","properties":{},"source":{"system":"plm","recordId":"L","extractedAt":"2026-03-01T00:00:00.000Z"}}', state: '', fromSeq: 1, toSeq: 2147483647}]->(m)`,
    { organization, uses },
  )
}
