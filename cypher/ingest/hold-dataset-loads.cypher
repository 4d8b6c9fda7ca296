// Locks each load until the transaction ends and returns what is held of it; writing the id takes the lock before anything
// is read.
UNWIND $ids AS id
MERGE (l:DatasetLoad {tenantKey: $tenantKey, id: id})
SET l.id = id, l:$($tenantLabel)
RETURN l.id AS id, l.state AS state
