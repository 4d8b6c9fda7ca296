// Hides deleted datasets; their versions stay, so that a late event cannot bring them back.
UNWIND $rows AS row
MATCH (d:Dataset {tenantKey: $tenantKey, datasetId: row.id})
SET d.system = null, d.doc = null, d.state = row.state
REMOVE d:ListedDataset
