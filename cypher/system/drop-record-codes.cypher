// Drops the next codes of source records, of any organization.
MATCH (n:RecordCode)
USING INDEX n:RecordCode(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
