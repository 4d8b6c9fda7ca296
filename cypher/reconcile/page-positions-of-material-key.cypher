// The next open positions that belong to pairs of a material, by the key of the pair.
UNWIND $rows AS row
CALL (row) {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, materialKey, id)
  WHERE p.tenantKey = $tenantKey AND p.materialKey = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
  RETURN p
  ORDER BY p.tenantKey, p.materialKey, p.id
  LIMIT $limit
}
RETURN row.key AS key, p.id AS last, p.materialRef AS materialRef, p.factoryRef AS factoryRef
