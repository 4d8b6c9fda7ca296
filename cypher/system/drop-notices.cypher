// Drops the next notices, of any organization.
MATCH (n:Notice)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
