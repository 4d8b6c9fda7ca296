// Drops the next seen events, of any organization.
MATCH (n:SeenEvents)
WHERE n.tenantKey >= '' AND n.snapshotId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
