// Writes source records; of a deleted one only its versions stay.
UNWIND $rows AS row
MATCH (s:SourceRecord {tenantKey: $tenantKey, id: row.id})
SET s.kind = row.kind, s.system = row.system, s.instance = row.instance, s.recordType = row.recordType,
  s.recordId = row.recordId, s.datasetId = row.datasetId, s.live = row.live, s.codes = row.codes, s.doc = row.doc,
  s.state = row.state
