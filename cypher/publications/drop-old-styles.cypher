// Drops style versions that no readable snapshot holds.
MATCH (v:BomStyle)
WHERE v.tenantKey = $tenantKey AND v.toSeq <= $readable
WITH v LIMIT $limit
DELETE v
RETURN count(v) AS dropped
