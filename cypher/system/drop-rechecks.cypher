// Drops the next marks of what is to be looked at again, of any organization.
MATCH (n:Recheck)
USING INDEX n:Recheck(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
