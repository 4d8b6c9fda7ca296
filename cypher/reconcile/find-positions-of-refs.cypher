// The open positions that name a material and a factory in these words.
UNWIND $pairs AS pair
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialRef, factoryRef, id)
WHERE p.tenantKey = $tenantKey AND p.materialRef = pair[0] AND p.factoryRef = pair[1] AND p.id >= ''
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.materialRef AS materialRef, p.factoryRef AS factoryRef, p.materialId AS materialId,
  p.factoryId AS factoryId, p.materialKey AS materialKey, p.factoryKey AS factoryKey, p.supplierRef AS supplierRef, p.doc AS doc
