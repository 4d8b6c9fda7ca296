// Drops the next BOM changes, of any organization.
MATCH (n:BomChange)
USING INDEX n:BomChange(tenantKey, seq, styleId)
WHERE n.tenantKey >= '' AND n.seq IS NOT NULL AND n.styleId IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
