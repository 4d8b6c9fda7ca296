// Drops the next connected records, of any organization.
MATCH (n:ConnectedRecord)
USING INDEX n:ConnectedRecord(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
