// Locks each requirement until the transaction ends and returns what is held of it; writing the id takes the lock before
// anything is read.
UNWIND $ids AS id
MERGE (r:Requirement {tenantKey: $tenantKey, id: id})
SET r.id = id, r:$($tenantLabel)
RETURN r.id AS id, r.state AS state, r.styleRef AS styleRef, r.skuRef AS skuRef, r.factoryRef AS factoryRef,
  r.styleId AS styleId, r.skuId AS skuId, r.factoryId AS factoryId
