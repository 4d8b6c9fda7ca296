// Drops links that ended with a publication, or with one before it.
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX l:LINK(tenantKey, toSeq)
WHERE l.tenantKey = $tenantKey AND l.toSeq <= $seq
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped
