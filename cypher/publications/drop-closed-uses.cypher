// Drops links that the newest snapshot has no more.
MATCH (t:Timeline {tenantKey: $tenantKey})
WHERE t.seq = $seq
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX l:LINK(tenantKey, toSeq)
WHERE l.tenantKey = $tenantKey AND l.toSeq <= $seq
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped
