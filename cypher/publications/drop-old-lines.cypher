// Drops line versions that no readable snapshot holds.
MATCH (v:BomLine)
USING INDEX v:BomLine(tenantKey, toSeq, styleId)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable AND v.styleId IS NOT NULL
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped
