// Drops the next source records that were put aside, of any organization.
MATCH (n:RecordLetter)
USING INDEX n:RecordLetter(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
