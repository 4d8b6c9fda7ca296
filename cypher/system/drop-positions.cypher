// Drops the next positions, of any organization.
MATCH (n:Position)
USING INDEX n:Position(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
