// Whether any system ever said anything about materials and factories here.
CALL () {
  MATCH (p:Position)
  USING INDEX SEEK p:Position(tenantKey, id)
  WHERE p.tenantKey = $tenantKey AND p.id >= ''
  RETURN p.id AS id LIMIT 1
  UNION ALL
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id >= ''
  RETURN s.id AS id LIMIT 1
  UNION ALL
  MATCH (d:Dataset)
  USING INDEX SEEK d:Dataset(tenantKey, datasetId)
  WHERE d.tenantKey = $tenantKey AND d.datasetId >= ''
  RETURN d.datasetId AS id LIMIT 1
  UNION ALL
  MATCH (q:Requirement)
  USING INDEX SEEK q:Requirement(tenantKey, id)
  WHERE q.tenantKey = $tenantKey AND q.id >= ''
  RETURN q.id AS id LIMIT 1
}
RETURN count(id) > 0 AS has
