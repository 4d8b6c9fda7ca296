// Drops marks of changes before the oldest readable snapshot.
MATCH (c:BomChange)
WHERE c.tenantKey = $tenantKey AND c.seq <= $readable
WITH c LIMIT $limit
DELETE c
RETURN count(c) AS dropped
