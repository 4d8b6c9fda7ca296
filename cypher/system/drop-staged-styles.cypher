// Drops the next staged styles, of any organization.
MATCH (n:StagedStyle)
USING INDEX n:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE n.tenantKey >= '' AND n.snapshotId IS NOT NULL AND n.eventKey IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
