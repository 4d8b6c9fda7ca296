// name: lockEntities
// Locks each entity until the transaction ends and returns its stored state. A missing entity is created as a stub. The
// type is written first, which takes the lock before anything is read.
UNWIND $rows AS row
MERGE (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.type = row.type, e:Projected:$($tenantLabel)
RETURN e.id AS id, e.doc AS doc, e.state AS state

// name: publishEntities
// Writes entities and makes them visible.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = row.label, e.words = row.words, e.codeWords = row.codeWords, e.doc = row.doc, e.state = row.state,
  e.lifecycleState = row.lifecycleState, e.season = row.season, e.updatedAt = row.updatedAt, e.foundBy = row.foundBy, e:Listed

// name: unpublishEntities
// Hides deleted entities. Their versions are kept, so that a late event cannot restore them.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = coalesce(row.label, e.label), e.state = row.state, e.doc = null, e.words = null, e.codeWords = null,
  e.lifecycleState = null, e.season = null, e.updatedAt = null, e.foundBy = null
REMOVE e:Listed

// name: writeClaims
// Stores the current and previous codes of live entities.
UNWIND $rows AS row
MERGE (c:Claim {tenantKey: $tenantKey, id: row.id})
SET c.entityId = row.entityId, c.system = row.system, c.instance = row.instance, c.kind = row.kind, c.value = row.value,
  c.former = row.former, c:Projected:$($tenantLabel)

// name: deleteClaims
// Deletes codes that entities no longer have.
UNWIND $ids AS id
MATCH (c:Claim {tenantKey: $tenantKey, id: id})
DELETE c

// name: lockLinks
// Locks each link until the transaction ends and returns its stored state, including deleted links.
UNWIND $ids AS id
OPTIONAL MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
OPTIONAL MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
SET l.sortKey = l.sortKey, d.id = d.id
RETURN id, l.fromId AS fromId, l.toId AS toId, coalesce(l.state, d.state) AS state

// name: createLinks
// Creates links between entities. A missing endpoint is created as a stub.
UNWIND $rows AS row
MERGE (a:Entity {tenantKey: $tenantKey, id: row.fromId})
  ON CREATE SET a.type = row.fromType, a:Projected:$($tenantLabel)
MERGE (b:Entity {tenantKey: $tenantKey, id: row.toId})
  ON CREATE SET b.type = row.toType, b:Projected:$($tenantLabel)
CREATE (a)-[:LINK {tenantKey: $tenantKey, id: row.id, fromId: row.fromId, toId: row.toId, sortKey: row.sortKey, doc: row.doc, state: row.state, mpn: row.mpn, mpnForm: row.mpnForm}]->(b)

// name: updateLinks
// Updates links with unchanged endpoints.
UNWIND $rows AS row
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: row.id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
SET l.sortKey = row.sortKey, l.doc = row.doc, l.state = row.state, l.mpn = row.mpn, l.mpnForm = row.mpnForm

// name: deleteLinks
// Deletes links.
UNWIND $ids AS id
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
DELETE l

// name: rememberDeletedLinks
// Stores the versions of deleted links, so that a late event cannot restore them.
UNWIND $rows AS row
MERGE (d:DeletedLink {tenantKey: $tenantKey, id: row.id})
SET d.state = row.state, d:Projected:$($tenantLabel)

// name: forgetDeletedLinks
// Deletes the stored versions of links that exist again.
UNWIND $ids AS id
MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
DELETE d
