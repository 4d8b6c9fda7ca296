// Drops the next bom styles, of any organization.
MATCH (n:BomStyle)
WHERE n.tenantKey >= '' AND n.styleId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
