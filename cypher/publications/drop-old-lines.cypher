// Drops line versions that no readable snapshot holds.
MATCH (v:BomLine)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped
