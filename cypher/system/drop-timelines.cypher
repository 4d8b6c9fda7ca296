// Drops the next timelines, of any organization.
MATCH (n:Timeline)
USING INDEX n:Timeline(tenantKey)
WHERE n.tenantKey >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
