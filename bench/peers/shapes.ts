/** What a sink of somebody else's makes of the same events: a shape of the graph, with one statement for each kind of record. */
export interface Shape {
  /** Constraints and indexes that it needs. */
  schema: readonly string[]
  /** Of styles, SKUs, materials and suppliers: `$rows` have what `PeerRow` says. */
  entities: string
  links: string
  /** Whether the entity `$id` of `$tenantKey` is there. */
  find: string
}

export const shapeNames = ['comparable', 'minimal'] as const
export type ShapeName = (typeof shapeNames)[number]

/** Graphs as a generic sink fills them with statements of its user; nothing guards against late or repeated events. */
export const shapes: Readonly<Record<ShapeName, Shape>> = {
  /** What the projector keeps, as far as one statement says it: tenants, keys, the codes claimed, words to search for. */
  comparable: {
    schema: [
      'CREATE CONSTRAINT peer_entity IF NOT EXISTS FOR (e:PeerEntity) REQUIRE (e.tenantKey, e.id) IS UNIQUE',
      'CREATE INDEX peer_type IF NOT EXISTS FOR (e:PeerEntity) ON (e.tenantKey, e.type, e.id)',
      'CREATE FULLTEXT INDEX peer_words IF NOT EXISTS FOR (e:PeerEntity) ON EACH [e.words, e.tenantKey, e.type]',
      'CREATE CONSTRAINT peer_claim IF NOT EXISTS FOR (c:PeerClaim) REQUIRE (c.tenantKey, c.id) IS UNIQUE',
      'CREATE INDEX peer_code IF NOT EXISTS FOR (c:PeerClaim) ON (c.tenantKey, c.kind, c.value, c.system, c.instance)',
      'CREATE CONSTRAINT peer_link IF NOT EXISTS FOR ()-[l:PEER_LINK]-() REQUIRE (l.tenantKey, l.id) IS UNIQUE',
      'CREATE INDEX peer_from IF NOT EXISTS FOR ()-[l:PEER_LINK]-() ON (l.tenantKey, l.fromId, l.sortKey)',
      'CREATE INDEX peer_to IF NOT EXISTS FOR ()-[l:PEER_LINK]-() ON (l.tenantKey, l.toId, l.sortKey)',
    ],
    entities: `
      UNWIND $rows AS row
      MERGE (e:PeerEntity {tenantKey: row.tenantKey, id: row.id})
      SET e.type = row.type, e.label = row.label, e.words = row.words, e.lifecycleState = row.lifecycleState,
        e.season = row.season, e.version = row.version, e.updatedAt = row.time, e.doc = row.doc
      WITH e, row
      UNWIND row.codes AS code
      MERGE (c:PeerClaim {tenantKey: row.tenantKey, id: code.id})
      SET c.entityId = row.id, c.system = code.system, c.instance = code.instance, c.kind = code.kind, c.value = code.value`,
    links: `
      UNWIND $rows AS row
      MERGE (a:PeerEntity {tenantKey: row.tenantKey, id: row.fromId})
      MERGE (b:PeerEntity {tenantKey: row.tenantKey, id: row.toId})
      MERGE (a)-[l:PEER_LINK {tenantKey: row.tenantKey, id: row.id}]->(b)
      SET l.fromId = row.fromId, l.toId = row.toId, l.sortKey = row.sortKey, l.version = row.version, l.doc = row.doc`,
    find: 'MATCH (e:PeerEntity {tenantKey: $tenantKey, id: $id}) WHERE e.doc IS NOT NULL RETURN count(e) AS found',
  },
  /** Nodes with a name and relationships between them. */
  minimal: {
    schema: ['CREATE CONSTRAINT peer_node IF NOT EXISTS FOR (n:PeerNode) REQUIRE n.id IS UNIQUE'],
    entities: `
      UNWIND $rows AS row
      MERGE (n:PeerNode {id: row.tenantKey + '/' + row.id})
      SET n.type = row.type, n.label = row.label, n.lifecycleState = row.lifecycleState, n.version = row.version`,
    links: `
      UNWIND $rows AS row
      MERGE (a:PeerNode {id: row.tenantKey + '/' + row.fromId})
      MERGE (b:PeerNode {id: row.tenantKey + '/' + row.toId})
      MERGE (a)-[l:PEER_NODE_LINK {type: row.type}]->(b)
      SET l.version = row.version`,
    find: "MATCH (n:PeerNode {id: $tenantKey + '/' + $id}) WHERE n.label IS NOT NULL RETURN count(n) AS found",
  },
}
