// Drops the next BOM feeds, of any organization.
MATCH (n:BomFeed)
USING INDEX n:BomFeed(tenantKey)
WHERE n.tenantKey >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
