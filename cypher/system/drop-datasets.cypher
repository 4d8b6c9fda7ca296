// Drops the next datasets, of any organization.
MATCH (n:Dataset)
USING INDEX n:Dataset(tenantKey, datasetId)
WHERE n.tenantKey >= '' AND n.datasetId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
