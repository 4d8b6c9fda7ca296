// The next open production that names a SKU in these words.
UNWIND $rows AS row
CALL (row) {
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, skuRef, id)
  WHERE r.tenantKey = $tenantKey AND r.skuRef = row.key AND r.id > row.after AND $tenantLabel IN labels(r)
  RETURN r
  ORDER BY r.tenantKey, r.skuRef, r.id
  LIMIT $limit
}
RETURN row.key AS key, r.id AS last, coalesce(r.styleRef, r.skuRef) AS forRef, r.factoryRef AS factoryRef
