// The open positions that belonged to these pairs when they were last looked at.
UNWIND $pairs AS pair
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialKey, factoryKey, id)
WHERE p.tenantKey = $tenantKey AND p.materialKey = pair[0] AND p.factoryKey = pair[1] AND p.id >= ''
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.materialRef AS materialRef, p.factoryRef AS factoryRef, p.materialId AS materialId,
  p.factoryId AS factoryId, p.materialKey AS materialKey, p.factoryKey AS factoryKey, p.supplierRef AS supplierRef, p.doc AS doc
