/** A graph shape that a sink of another product writes for the same events, with its statements. */
export interface Shape {
  /** The constraints and indexes of the shape. */
  schema: readonly string[]
  /** Writes styles, SKUs, materials, and suppliers. `$rows` has the fields of `PeerRow`. */
  entities: string
  links: string
  /** Writes entities and links of one event as it is in Kafka. Neo4j's connector runs it for each event of a batch. */
  event: string
  /** Returns whether the entity `$id` of `$tenantKey` exists. */
  find: string
}

export const shapeNames = ['comparable', 'minimal'] as const
export type ShapeName = (typeof shapeNames)[number]

/** The shapes of a generic sink with Cypher statements. They do not handle late or repeated events. */
export const shapes: Readonly<Record<ShapeName, Shape>> = {
  /** What the projector stores, as far as one statement can write it: tenants, keys, codes, and search words. */
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
    event: `
      WITH event, event.tenantid AS tenantKey, event.data AS data, split(event.type, '.')[1] AS kind
      WITH event, tenantKey, data, kind, coalesce(data.name, data.skuCode) AS label, coalesce(data.references, []) AS codes
      FOREACH (id IN CASE kind WHEN 'link' THEN [] ELSE [kind + ':' + event.subject] END |
        MERGE (e:PeerEntity {tenantKey: tenantKey, id: id})
        SET e.type = kind, e.label = label, e.words = toLower(reduce(words = label, code IN codes | words + ' ' + code.value)),
          e.lifecycleState = data.lifecycleState, e.season = data.season, e.version = event.sourceversion,
          e.updatedAt = event.time, e.materialType = data.materialType, e.sizeCode = data.sizeCode
        FOREACH (code IN codes |
          MERGE (c:PeerClaim {tenantKey: tenantKey,
            id: code.system + '/' + code.instance + '/' + code.kind + '/' + code.value + '/' + id})
          SET c.entityId = id, c.system = code.system, c.instance = code.instance, c.kind = code.kind, c.value = code.value)
        FOREACH (styleId IN CASE WHEN data.style IS NULL THEN [] ELSE ['style:' + data.style.recordId] END |
          MERGE (s:PeerEntity {tenantKey: tenantKey, id: styleId})
          MERGE (e)-[l:PEER_LINK {tenantKey: tenantKey, id: 'style:' + event.subject}]->(s)
          SET l.fromId = id, l.toId = styleId, l.sortKey = 'VARIANT_OF/style:' + event.subject,
            l.version = event.sourceversion))
      FOREACH (ends IN CASE kind WHEN 'link' THEN [[data.from.type + ':' + data.from.recordId,
          data.to.type + ':' + data.to.recordId]] ELSE [] END |
        MERGE (a:PeerEntity {tenantKey: tenantKey, id: ends[0]})
        MERGE (b:PeerEntity {tenantKey: tenantKey, id: ends[1]})
        MERGE (a)-[l:PEER_LINK {tenantKey: tenantKey, id: event.subject}]->(b)
        SET l.fromId = ends[0], l.toId = ends[1], l.sortKey = data.type + '/' + event.subject,
          l.version = event.sourceversion)`,
    find: 'MATCH (e:PeerEntity {tenantKey: $tenantKey, id: $id}) WHERE e.label IS NOT NULL RETURN count(e) AS found',
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
    event: `
      WITH event, event.data AS data, split(event.type, '.')[1] AS kind
      FOREACH (id IN CASE kind WHEN 'link' THEN [] ELSE [event.tenantid + '/' + kind + ':' + event.subject] END |
        MERGE (n:PeerNode {id: id})
        SET n.type = kind, n.label = coalesce(data.name, data.skuCode), n.lifecycleState = data.lifecycleState,
          n.version = event.sourceversion
        FOREACH (styleId IN CASE WHEN data.style IS NULL THEN [] ELSE [event.tenantid + '/style:' + data.style.recordId] END |
          MERGE (s:PeerNode {id: styleId})
          MERGE (n)-[l:PEER_NODE_LINK {type: 'VARIANT_OF'}]->(s)
          SET l.version = event.sourceversion))
      FOREACH (ends IN CASE kind WHEN 'link' THEN [[event.tenantid + '/' + data.from.type + ':' + data.from.recordId,
          event.tenantid + '/' + data.to.type + ':' + data.to.recordId]] ELSE [] END |
        MERGE (a:PeerNode {id: ends[0]})
        MERGE (b:PeerNode {id: ends[1]})
        MERGE (a)-[l:PEER_NODE_LINK {type: data.type}]->(b)
        SET l.version = event.sourceversion)`,
    find: "MATCH (n:PeerNode {id: $tenantKey + '/' + $id}) WHERE n.label IS NOT NULL RETURN count(n) AS found",
  },
}
