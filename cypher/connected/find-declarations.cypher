// What is kept of datasets beside what readers see, by their ids; those that nobody declares are left out.
UNWIND $datasetIds AS datasetId
MATCH (d:ListedDataset)
USING INDEX d:ListedDataset(tenantKey, datasetId)
WHERE d.tenantKey = $tenantKey AND d.datasetId = datasetId AND $tenantLabel IN labels(d)
RETURN datasetId, d.state AS state
