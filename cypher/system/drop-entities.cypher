// Drops the next entities, of any organization; their links are gone by then.
MATCH (e:Entity)
USING INDEX e:Entity(tenantKey, id)
WHERE e.tenantKey >= '' AND e.id >= ''
WITH e LIMIT $limit
DELETE e
RETURN count(e) AS dropped
