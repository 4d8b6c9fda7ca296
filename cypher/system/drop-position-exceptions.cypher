// Drops the next exceptions, of any organization.
MATCH (n:PositionException)
USING INDEX n:PositionException(tenantKey, exceptionId)
WHERE n.tenantKey >= '' AND n.exceptionId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
