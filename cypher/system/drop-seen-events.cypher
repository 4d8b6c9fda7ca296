// Drops the next seen events, of any organization.
MATCH (n:SeenEvents)
USING INDEX n:SeenEvents(tenantKey, snapshotId)
WHERE n.tenantKey >= '' AND n.snapshotId IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
