// The next open positions that belong to pairs of a factory, by the key of the pair.
UNWIND $rows AS row
CALL (row) {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, factoryKey, id)
  WHERE p.tenantKey = $tenantKey AND p.factoryKey = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
  RETURN p
  ORDER BY p.tenantKey, p.factoryKey, p.id
  LIMIT $limit
}
RETURN row.key AS key, p.id AS last, p.materialRef AS materialRef, p.factoryRef AS factoryRef
