// The links of a type that begin at entities, with where they lead.
UNWIND $ids AS id
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.fromId = id AND l.sortKey >= $type + '/' AND l.sortKey < $type + '0'
  AND (l.toSeq IS NULL OR (l.toSeq > $seq AND l.fromSeq <= $seq))
RETURN id AS fromId, l.toId AS toId, l.doc AS doc
