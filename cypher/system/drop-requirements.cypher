// Drops the next requirements, of any organization.
MATCH (n:Requirement)
USING INDEX n:Requirement(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
