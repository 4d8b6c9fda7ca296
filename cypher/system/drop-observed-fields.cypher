// Drops the next fields that were seen, of any organization.
MATCH (n:ObservedField)
USING INDEX n:ObservedField(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
