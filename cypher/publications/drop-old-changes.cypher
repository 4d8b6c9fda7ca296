// Drops marks of changes before the oldest readable snapshot.
MATCH (c:BomChange)
USING INDEX c:BomChange(tenantKey, seq, styleId)
WHERE c.tenantKey = $tenantKey AND c.seq <= $readable AND c.styleId IS NOT NULL
WITH c LIMIT $limit
DELETE c
RETURN count(c) AS dropped
