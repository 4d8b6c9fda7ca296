// Open production at a factory of the styles that use a material in the newest snapshot.
UNWIND $rows AS row
CALL (row) {
  MATCH (:Entity {tenantKey: $tenantKey})-[u:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK u:LINK(tenantKey, toId, sortKey)
  WHERE u.tenantKey = $tenantKey AND u.toId = row.materialId AND u.sortKey >= 'USES_MATERIAL/'
    AND u.sortKey < 'USES_MATERIAL0' AND u.toSeq > $seq AND u.fromSeq <= $seq
  RETURN DISTINCT u.fromId AS styleId
}
MATCH (r:Requirement)
USING INDEX SEEK r:Requirement(tenantKey, factoryId, styleId, id)
WHERE r.tenantKey = $tenantKey AND r.factoryId = row.factoryId AND r.styleId = styleId AND r.id >= ''
  AND $tenantLabel IN labels(r)
RETURN row.id AS id, styleId, r.skuId AS skuId, r.units AS units
