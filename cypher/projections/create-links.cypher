// Joins two entities; an end not seen before becomes a stub.
UNWIND $rows AS row
MERGE (a:Entity {tenantKey: $tenantKey, id: row.fromId})
  ON CREATE SET a.type = row.fromType, a:$($tenantLabel)
MERGE (b:Entity {tenantKey: $tenantKey, id: row.toId})
  ON CREATE SET b.type = row.toType, b:$($tenantLabel)
CREATE (a)-[:LINK {tenantKey: $tenantKey, id: row.id, fromId: row.fromId, toId: row.toId, sortKey: row.sortKey, doc: row.doc, state: row.state}]->(b)
