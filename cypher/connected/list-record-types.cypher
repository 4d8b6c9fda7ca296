// The record types of a source system, with how many live records there are of each.
MATCH (t:RecordTypeRows)
USING INDEX t:RecordTypeRows(tenantKey, system, recordType, id)
WHERE t.tenantKey = $tenantKey AND t.system = $system AND t.recordType >= '' AND t.id >= ''
  AND $tenantLabel IN labels(t)
RETURN t.instance AS instance, t.recordType AS recordType, t.datasetId AS datasetId, t.rows AS rows
ORDER BY t.tenantKey, t.system, t.recordType
LIMIT $limit
