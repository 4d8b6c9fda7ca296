// One page of the exceptions of a status at one factory, by id; the code is looked up on them.
MATCH (x:PositionException)
USING INDEX x:PositionException(tenantKey, factoryKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.factoryKey = $factoryId AND x.exceptionId > $after AND x.status = $status
  AND ($code IS NULL OR x.code = $code) AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.factoryKey, x.exceptionId
LIMIT $limit
