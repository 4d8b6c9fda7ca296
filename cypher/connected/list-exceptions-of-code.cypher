// One page of the exceptions of a status and a code, by id.
MATCH (x:PositionException)
USING INDEX x:PositionException(tenantKey, status, code, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.code = $code AND x.exceptionId > $after
  AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.status, x.code, x.exceptionId
LIMIT $limit
