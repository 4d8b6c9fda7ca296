// Counts what came to the record types of systems and what went; a count of 0 is not kept.
UNWIND $rows AS row
MERGE (r:RecordTypeRows {tenantKey: $tenantKey, id: row.id})
ON CREATE SET r.system = row.system, r.instance = row.instance, r.recordType = row.recordType,
  r.datasetId = row.datasetId, r.rows = 0, r:$($tenantLabel)
SET r.id = row.id
SET r.rows = r.rows + toInteger(row.delta)
WITH r
WHERE r.rows = 0
DELETE r
