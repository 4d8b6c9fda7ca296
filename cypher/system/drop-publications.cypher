// Drops the next publications, of any organization.
MATCH (n:Publication)
USING INDEX n:Publication(tenantKey, snapshotId)
WHERE n.tenantKey >= '' AND n.snapshotId IS NOT NULL
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
