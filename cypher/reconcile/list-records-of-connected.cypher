// The source records that connected records show.
UNWIND $ids AS connectedId
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, connectedId, id)
WHERE s.tenantKey = $tenantKey AND s.connectedId = connectedId AND s.id >= '' AND $tenantLabel IN labels(s)
RETURN s.id AS id, s.kind AS kind, s.live AS live, s.connectedId AS connectedId, s.doc AS doc
