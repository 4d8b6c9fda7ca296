// One page of the datasets of a source system, by id, with how many live rows are from each.
MATCH (d:ListedDataset)
USING INDEX d:ListedDataset(tenantKey, system, datasetId)
WHERE d.tenantKey = $tenantKey AND d.system = $system AND d.datasetId > $after AND $tenantLabel IN labels(d)
WITH d
ORDER BY d.tenantKey, d.system, d.datasetId
LIMIT $limit
OPTIONAL MATCH (r:DatasetRows)
USING INDEX r:DatasetRows(tenantKey, datasetId)
WHERE r.tenantKey = $tenantKey AND r.datasetId = d.datasetId
RETURN d.datasetId AS datasetId, d.doc AS doc, coalesce(r.rows, 0) AS rows
ORDER BY d.tenantKey, d.system, d.datasetId
