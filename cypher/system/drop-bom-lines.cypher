// Drops the next bom lines, of any organization.
MATCH (n:BomLine)
WHERE n.tenantKey >= '' AND n.styleId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
