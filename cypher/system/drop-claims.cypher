// Drops the next claims, of any organization.
MATCH (c:Claim)
USING INDEX c:Claim(tenantKey, id)
WHERE c.tenantKey >= '' AND c.id >= ''
WITH c LIMIT $limit
DELETE c
RETURN count(c) AS dropped
