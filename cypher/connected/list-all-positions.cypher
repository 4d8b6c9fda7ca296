// One page of the open positions of an organization whose material and factory are known, by id.
MATCH (p:OpenPosition)
USING INDEX p:OpenPosition(tenantKey, id)
WHERE p.tenantKey = $tenantKey AND p.id > $after AND $tenantLabel IN labels(p)
  AND p.materialId IS NOT NULL AND p.factoryId IS NOT NULL
  AND ($factoryId IS NULL OR p.factoryId = $factoryId) AND ($system IS NULL OR p.system = $system)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.id
LIMIT $limit
