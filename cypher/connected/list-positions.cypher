// One page of the open positions of a material, by id.
MATCH (p:OpenPosition)
USING INDEX p:OpenPosition(tenantKey, materialId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.id > $after AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.id
LIMIT $limit
