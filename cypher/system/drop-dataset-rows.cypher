// Drops the next counts of datasets, of any organization.
MATCH (n:DatasetRows)
USING INDEX n:DatasetRows(tenantKey, datasetId)
WHERE n.tenantKey >= '' AND n.datasetId >= ''
WITH n LIMIT $limit
DELETE n
RETURN count(n) AS dropped
