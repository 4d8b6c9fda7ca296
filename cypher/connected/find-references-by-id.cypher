// What ids stand for: a connected record, a material without one, or a source record that another record shows now.
UNWIND $ids AS ref
CALL (ref) {
  MATCH (r:ConnectedRecord)
  USING INDEX r:ConnectedRecord(tenantKey, id)
  WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id = ref AND $tenantLabel IN labels(r)
  RETURN r.id AS id
  UNION
  MATCH (e:Listed)
  USING INDEX e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = ref AND e.type = $kind AND $tenantLabel IN labels(e)
  RETURN e.id AS id
  UNION
  MATCH (s:SourceRecord)
  USING INDEX s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = ref AND s.kind = $kind AND s.connectedId IS NOT NULL
    AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
}
RETURN DISTINCT ref, id
