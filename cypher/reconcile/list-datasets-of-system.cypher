// The datasets of a system.
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, system, datasetId)
WHERE d.tenantKey = $tenantKey AND d.system = $system AND d.datasetId >= '' AND $tenantLabel IN labels(d)
RETURN d.datasetId AS datasetId, d.doc AS doc
