// Drops the next bom feeds, of any organization.
MATCH (n:BomFeed)
WHERE n.tenantKey >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
