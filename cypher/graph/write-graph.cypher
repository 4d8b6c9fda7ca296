// name: lockEntities
// Locks each entity until the transaction ends and returns what is held of it; an id not seen before becomes a stub.
// Writing the type takes the lock before anything is read.
UNWIND $rows AS row
MERGE (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.type = row.type, e:Projected:$($tenantLabel)
RETURN e.id AS id, e.doc AS doc, e.state AS state

// name: publishEntities
// Writes entities and shows them to readers.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = row.label, e.words = row.words, e.codeWords = row.codeWords, e.doc = row.doc, e.state = row.state,
  e.lifecycleState = row.lifecycleState, e.season = row.season, e.updatedAt = row.updatedAt, e.foundBy = row.foundBy, e:Listed

// name: unpublishEntities
// Hides deleted entities from readers; their versions stay, so that a late event cannot bring them back.
UNWIND $rows AS row
MATCH (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.label = coalesce(row.label, e.label), e.state = row.state, e.doc = null, e.words = null, e.codeWords = null,
  e.lifecycleState = null, e.season = null, e.updatedAt = null, e.foundBy = null
REMOVE e:Listed

// name: writeClaims
// Records the codes that live entities claim, and those that they had once.
UNWIND $rows AS row
MERGE (c:Claim {tenantKey: $tenantKey, id: row.id})
SET c.entityId = row.entityId, c.system = row.system, c.instance = row.instance, c.kind = row.kind, c.value = row.value,
  c.former = row.former, c:Projected:$($tenantLabel)

// name: deleteClaims
// Forgets the codes that entities no longer claim.
UNWIND $ids AS id
MATCH (c:Claim {tenantKey: $tenantKey, id: id})
DELETE c

// name: lockLinks
// Locks each link until the transaction ends and returns what is held of it, deleted or not.
UNWIND $ids AS id
OPTIONAL MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
OPTIONAL MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
SET l.sortKey = l.sortKey, d.id = d.id
RETURN id, l.fromId AS fromId, l.toId AS toId, coalesce(l.state, d.state) AS state

// name: createLinks
// Joins two entities; an end not seen before becomes a stub.
UNWIND $rows AS row
MERGE (a:Entity {tenantKey: $tenantKey, id: row.fromId})
  ON CREATE SET a.type = row.fromType, a:Projected:$($tenantLabel)
MERGE (b:Entity {tenantKey: $tenantKey, id: row.toId})
  ON CREATE SET b.type = row.toType, b:Projected:$($tenantLabel)
CREATE (a)-[:LINK {tenantKey: $tenantKey, id: row.id, fromId: row.fromId, toId: row.toId, sortKey: row.sortKey, doc: row.doc, state: row.state, mpn: row.mpn, mpnForm: row.mpnForm}]->(b)

// name: updateLinks
// Writes links whose ends stay.
UNWIND $rows AS row
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: row.id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
SET l.sortKey = row.sortKey, l.doc = row.doc, l.state = row.state, l.mpn = row.mpn, l.mpnForm = row.mpnForm

// name: deleteLinks
// Removes links.
UNWIND $ids AS id
MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, id)
DELETE l

// name: rememberDeletedLinks
// Keeps the versions of deleted links, so that a late event cannot bring them back.
UNWIND $rows AS row
MERGE (d:DeletedLink {tenantKey: $tenantKey, id: row.id})
SET d.state = row.state, d:Projected:$($tenantLabel)

// name: forgetDeletedLinks
// Forgets that links were deleted: they are back.
UNWIND $ids AS id
MATCH (d:DeletedLink {tenantKey: $tenantKey, id: id})
DELETE d
