// Ends links with a publication.
UNWIND $ids AS id
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK {tenantKey: $tenantKey, id: id}]->(b:Entity {tenantKey: $tenantKey})
SET l.toSeq = $seq
