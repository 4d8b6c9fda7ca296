// Drops style versions that no readable snapshot holds.
MATCH (v:BomStyle)
USING INDEX v:BomStyle(tenantKey, toSeq, styleId)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable AND v.styleId IS NOT NULL
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped
