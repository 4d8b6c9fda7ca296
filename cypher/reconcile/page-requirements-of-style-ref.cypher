// The next open production that names a style in these words.
UNWIND $rows AS row
CALL (row) {
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, styleRef, id)
  WHERE r.tenantKey = $tenantKey AND r.styleRef = row.key AND r.id > row.after AND $tenantLabel IN labels(r)
  RETURN r
  ORDER BY r.tenantKey, r.styleRef, r.id
  LIMIT $limit
}
RETURN row.key AS key, r.id AS last, coalesce(r.styleRef, r.skuRef) AS forRef, r.factoryRef AS factoryRef
