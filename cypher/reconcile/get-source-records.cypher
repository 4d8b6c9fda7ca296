// Source records by id, whatever became of them.
UNWIND $ids AS id
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, id)
WHERE s.tenantKey = $tenantKey AND s.id = id AND $tenantLabel IN labels(s)
RETURN s.id AS id, s.kind AS kind, s.live AS live, s.connectedId AS connectedId, s.doc AS doc
