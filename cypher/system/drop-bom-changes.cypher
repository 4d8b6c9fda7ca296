// Drops the next bom changes, of any organization.
MATCH (n:BomChange)
WHERE n.tenantKey >= '' AND n.seq >= 0
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
