// Drops the next counts of record types, of any organization.
MATCH (n:RecordTypeRows)
USING INDEX n:RecordTypeRows(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
