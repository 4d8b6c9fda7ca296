// The live factory records that have a record id in a source.
UNWIND $names AS name
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, system, recordId, id)
WHERE s.tenantKey = $tenantKey AND s.system = name.system AND s.recordId = name.recordId AND s.id >= ''
  AND s.instance = name.instance AND s.live AND s.kind = 'factory' AND $tenantLabel IN labels(s)
RETURN name.system AS system, name.instance AS instance, name.recordId AS recordId, s.id AS id
