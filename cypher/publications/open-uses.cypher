// Joins styles with materials from a publication on; an end not seen before becomes a stub.
UNWIND $rows AS row
MERGE (a:Entity {tenantKey: $tenantKey, id: row.fromId})
  ON CREATE SET a.type = 'style', a:$($tenantLabel)
MERGE (b:Entity {tenantKey: $tenantKey, id: row.toId})
  ON CREATE SET b.type = 'material', b:$($tenantLabel)
CREATE (a)-[:LINK {tenantKey: $tenantKey, id: row.id, fromId: row.fromId, toId: row.toId, sortKey: row.sortKey, doc: row.doc, state: row.state, fromSeq: $seq, toSeq: $open}]->(b)
