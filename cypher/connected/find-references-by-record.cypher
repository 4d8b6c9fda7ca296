// What records of sources stand for: the connected record that shows one, or the material that claims its id.
UNWIND $records AS record
CALL (record) {
  MATCH (s:SourceRecord)
  USING INDEX s:SourceRecord(tenantKey, system, recordId, id)
  WHERE s.tenantKey = $tenantKey AND s.system = record.system AND s.recordId = record.recordId AND s.id >= ''
    AND s.instance = record.instance AND (record.recordType IS NULL OR s.recordType = record.recordType)
    AND s.kind = $kind AND s.connectedId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
  LIMIT $limit
  UNION
  MATCH (c:Claim)
  USING INDEX c:Claim(tenantKey, kind, value, system, instance)
  WHERE c.tenantKey = $tenantKey AND c.kind = 'record_id' AND c.value = record.recordId AND c.system = record.system
    AND c.instance = record.instance AND record.recordType IS NULL AND $tenantLabel IN labels(c)
  MATCH (e:Listed)
  USING INDEX e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = c.entityId AND e.type = $kind AND $tenantLabel IN labels(e)
  RETURN e.id AS id
  LIMIT $limit
}
RETURN DISTINCT record.ref AS ref, id
