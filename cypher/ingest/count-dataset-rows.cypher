// Counts what came to datasets and what went; a count of 0 is not kept.
UNWIND $rows AS row
MERGE (r:DatasetRows {tenantKey: $tenantKey, datasetId: row.datasetId})
ON CREATE SET r.rows = 0, r:$($tenantLabel)
SET r.datasetId = row.datasetId
SET r.rows = r.rows + toInteger(row.delta)
WITH r
WHERE r.rows = 0
DELETE r
