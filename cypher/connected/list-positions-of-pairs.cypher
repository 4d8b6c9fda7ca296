// The open positions of some systems for pairs of a material and a factory.
UNWIND $pairs AS pair
MATCH (p:OpenPosition)
USING INDEX p:OpenPosition(tenantKey, materialId, factoryId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = pair.materialId AND p.factoryId = pair.factoryId
  AND p.id >= '' AND p.system IN $systems AND $tenantLabel IN labels(p)
RETURN p.materialId AS materialId, p.factoryId AS factoryId, p.datasetId AS datasetId, p.doc AS doc
