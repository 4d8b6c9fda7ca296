// Drops the next source records, of any organization.
MATCH (n:SourceRecord)
USING INDEX n:SourceRecord(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
