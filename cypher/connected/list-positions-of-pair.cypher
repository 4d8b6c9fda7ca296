// One page of the open positions of a material at a factory, by id: one a system and instance, so that the system is looked
// up on them.
MATCH (p:OpenPosition)
USING INDEX p:OpenPosition(tenantKey, materialId, factoryId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.factoryId = $factoryId AND p.id > $after
  AND ($system IS NULL OR p.system = $system) AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.factoryId, p.id
LIMIT $limit
