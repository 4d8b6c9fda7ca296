// Drops the next BOM styles, of any organization.
MATCH (n:BomStyle)
USING INDEX n:BomStyle(tenantKey, styleId, fromSeq)
WHERE n.tenantKey >= '' AND n.styleId IS NOT NULL AND n.fromSeq IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
