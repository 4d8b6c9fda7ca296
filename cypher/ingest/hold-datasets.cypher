// Locks each dataset until the transaction ends and returns what is held of it; writing the id takes the lock before
// anything is read.
UNWIND $ids AS id
MERGE (d:Dataset {tenantKey: $tenantKey, datasetId: id})
SET d.datasetId = id, d:$($tenantLabel)
RETURN d.datasetId AS id, d.state AS state
