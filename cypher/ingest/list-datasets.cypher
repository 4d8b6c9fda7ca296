// Writes datasets and shows them to readers.
UNWIND $rows AS row
MATCH (d:Dataset {tenantKey: $tenantKey, datasetId: row.id})
SET d.system = row.system, d.doc = row.doc, d.state = row.state, d:ListedDataset
