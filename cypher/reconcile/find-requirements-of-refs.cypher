// Open production that names a style or a SKU, and a factory, in these words.
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, styleRef, id)
  WHERE r.tenantKey = $tenantKey AND r.styleRef = pair[0] AND r.id >= '' AND r.factoryRef = pair[1]
    AND $tenantLabel IN labels(r)
  RETURN r
  UNION ALL
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, skuRef, id)
  WHERE r.tenantKey = $tenantKey AND r.skuRef = pair[0] AND r.id >= '' AND r.factoryRef = pair[1]
    AND $tenantLabel IN labels(r)
  RETURN r
}
RETURN r.id AS id, r.styleRef AS styleRef, r.skuRef AS skuRef, r.factoryRef AS factoryRef, r.styleId AS styleId,
  r.skuId AS skuId, r.factoryId AS factoryId
