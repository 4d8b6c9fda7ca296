// The next open positions that name a factory in these words.
UNWIND $rows AS row
CALL (row) {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, factoryRef, id)
  WHERE p.tenantKey = $tenantKey AND p.factoryRef = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
  RETURN p
  ORDER BY p.tenantKey, p.factoryRef, p.id
  LIMIT $limit
}
RETURN row.key AS key, p.id AS last, p.materialRef AS materialRef, p.factoryRef AS factoryRef
