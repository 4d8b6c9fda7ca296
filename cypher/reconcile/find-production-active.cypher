// The same for styles whose document has one of some texts, such as a state. No other value can look like it, because
// quotes within values are escaped. The first style ends the search.
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Listed {tenantKey: $tenantKey})-[u:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK u:LINK(tenantKey, toId, sortKey)
  WHERE u.tenantKey = $tenantKey AND u.toId = row.materialId AND u.sortKey >= 'USES_MATERIAL/'
    AND u.sortKey < 'USES_MATERIAL0' AND u.toSeq > $seq AND u.fromSeq <= $seq
  AND any(state IN $states WHERE s.doc CONTAINS state)
  MATCH (:Entity {tenantKey: $tenantKey})-[p:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK p:LINK(tenantKey, fromId, sortKey)
  WHERE p.tenantKey = $tenantKey AND p.fromId = u.fromId AND p.sortKey >= 'PRODUCED_BY/' AND p.sortKey < 'PRODUCED_BY0'
    AND p.toId IN row.supplierIds
  RETURN p.id AS producedBy
  LIMIT 1
}
RETURN row.id AS id
