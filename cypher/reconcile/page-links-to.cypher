// The next links of a type that end at entities, with where they begin; those of the newest snapshot.
UNWIND $rows AS row
CALL (row) {
  MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.toId = row.key AND l.sortKey > row.after AND l.sortKey < $type + '0'
    AND (l.toSeq IS NULL OR (l.toSeq > $seq AND l.fromSeq <= $seq))
  RETURN l
  ORDER BY l.tenantKey, l.toId, l.sortKey
  LIMIT $limit
}
RETURN row.key AS key, l.sortKey AS last, l.fromId AS fromId
