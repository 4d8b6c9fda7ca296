// Drops the next timelines, of any organization.
MATCH (n:Timeline)
WHERE n.tenantKey >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
