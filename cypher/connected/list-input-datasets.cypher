// One page of the datasets that live records or positions name, declared or not, by id.
MATCH (r:DatasetRows)
USING INDEX r:DatasetRows(tenantKey, datasetId)
WHERE r.tenantKey = $tenantKey AND r.datasetId > $after AND r.rows > 0 AND $tenantLabel IN labels(r)
RETURN r.datasetId AS datasetId
ORDER BY r.tenantKey, r.datasetId
LIMIT $limit
