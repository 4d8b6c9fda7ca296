// Locks each position until the transaction ends and returns what is held of it; writing the id takes the lock before
// anything is read.
UNWIND $ids AS id
MERGE (p:Position {tenantKey: $tenantKey, id: id})
SET p.id = id, p:$($tenantLabel)
RETURN p.id AS id, p.state AS state, p.materialRef AS materialRef, p.factoryRef AS factoryRef,
  p.materialId AS materialId, p.factoryId AS factoryId, p.datasetId AS datasetId, p.doc AS doc
