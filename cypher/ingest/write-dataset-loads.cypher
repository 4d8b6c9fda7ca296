// Writes loads; of a deleted one only its versions stay.
UNWIND $rows AS row
MATCH (l:DatasetLoad {tenantKey: $tenantKey, id: row.id})
SET l.datasetId = row.datasetId, l.runId = row.runId, l.system = row.system, l.status = row.status,
  l.startedAt = row.startedAt, l.endedAt = row.endedAt, l.sourceWatermarkAt = row.sourceWatermarkAt, l.doc = row.doc,
  l.state = row.state
