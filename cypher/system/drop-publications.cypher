// Drops the next publications, of any organization.
MATCH (n:Publication)
WHERE n.tenantKey >= '' AND n.snapshotId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
