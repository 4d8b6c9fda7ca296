// Drops the next staged styles, of any organization.
MATCH (n:StagedStyle)
WHERE n.tenantKey >= '' AND n.snapshotId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
