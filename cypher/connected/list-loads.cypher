// The newest loads of each dataset by their start, and its newest success, which may lie behind any number of failures.
UNWIND $datasetIds AS datasetId
CALL (datasetId) {
  MATCH (l:DatasetLoad)
  USING INDEX l:DatasetLoad(tenantKey, datasetId, startedAt, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.startedAt > '' AND l.id >= ''
    AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.startedAt DESC
  LIMIT $newest
  UNION
  MATCH (l:DatasetLoad)
  USING INDEX l:DatasetLoad(tenantKey, datasetId, status, endedAt, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.status = 'succeeded' AND l.endedAt > ''
    AND l.id >= '' AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.status DESC, l.endedAt DESC
  LIMIT 1
}
RETURN datasetId, l.doc AS doc
