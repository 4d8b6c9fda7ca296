// One page of the exceptions of a status at one material, by id; further filters are looked up on them.
MATCH (x:PositionException)
USING INDEX x:PositionException(tenantKey, materialKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.materialKey = $materialId AND x.exceptionId > $after AND x.status = $status
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId) AND ($code IS NULL OR x.code = $code)
  AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.materialKey, x.exceptionId
LIMIT $limit
