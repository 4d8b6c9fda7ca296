// What bare codes stand for: materials that claim one, and the connected records of what carries one.
UNWIND $codes AS ref
CALL (ref) {
  MATCH (c:Claim)
  USING INDEX c:Claim(tenantKey, value, entityId)
  WHERE c.tenantKey = $tenantKey AND c.value = ref AND c.entityId >= '' AND $tenantLabel IN labels(c)
  MATCH (e:Listed)
  USING INDEX e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = c.entityId AND e.type = $kind AND $tenantLabel IN labels(e)
  RETURN e.id AS id
  LIMIT $limit
  UNION
  MATCH (c:RecordCode)
  USING INDEX c:RecordCode(tenantKey, kind, value, recordId)
  WHERE c.tenantKey = $tenantKey AND c.kind = $kind AND c.value = ref AND c.recordId >= ''
    AND $tenantLabel IN labels(c)
  MATCH (s:SourceRecord)
  USING INDEX s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = c.recordId AND s.connectedId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
  LIMIT $limit
}
RETURN DISTINCT ref, id
