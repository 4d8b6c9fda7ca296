// Drops the next notices, of any organization.
MATCH (n:Notice)
USING INDEX n:Notice(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
