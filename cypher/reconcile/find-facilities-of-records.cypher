// The facility ids that live factory records carry; none where a record carries none.
UNWIND $ids AS id
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, id)
WHERE s.tenantKey = $tenantKey AND s.id = id AND s.live AND s.kind = 'factory' AND $tenantLabel IN labels(s)
CALL (id) {
  MATCH (c:RecordCode)
  USING INDEX SEEK c:RecordCode(tenantKey, recordId, id)
  WHERE c.tenantKey = $tenantKey AND c.recordId = id AND c.id >= '' AND c.codeKind = 'facility_id'
    AND $tenantLabel IN labels(c)
  RETURN collect(DISTINCT c.value) AS facilities
}
RETURN id, s.recordId AS code, facilities
