// One page of the open positions of a material in one system, by id.
MATCH (p:OpenPosition)
USING INDEX p:OpenPosition(tenantKey, materialId, system, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.system = $system AND p.id > $after
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.system, p.id
LIMIT $limit
