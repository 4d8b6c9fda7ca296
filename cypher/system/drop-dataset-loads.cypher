// Drops the next loads of datasets, of any organization.
MATCH (n:DatasetLoad)
USING INDEX n:DatasetLoad(tenantKey, id)
WHERE n.tenantKey >= '' AND n.id >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
