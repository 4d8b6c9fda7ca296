// Drops the next BOM lines, of any organization.
MATCH (n:BomLine)
USING INDEX n:BomLine(tenantKey, styleId, fromSeq)
WHERE n.tenantKey >= '' AND n.styleId IS NOT NULL AND n.fromSeq IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
