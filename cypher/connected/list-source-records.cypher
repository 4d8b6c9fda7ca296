// The records of a source system with one id, and the connected record that shows each.
MATCH (s:SourceRecord)
USING INDEX s:SourceRecord(tenantKey, system, recordId, id)
WHERE s.tenantKey = $tenantKey AND s.system = $system AND s.recordId = $recordId AND s.id >= ''
  AND ($recordType IS NULL OR s.recordType = $recordType) AND s.doc IS NOT NULL AND $tenantLabel IN labels(s)
WITH s
LIMIT $limit
OPTIONAL MATCH (r:ConnectedRecord)
USING INDEX r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.kind = s.kind AND r.id = s.connectedId
RETURN s.instance AS instance, s.recordType AS recordType, s.kind AS kind, s.connectedId AS connectedId, s.doc AS doc,
  r.doc AS connected
