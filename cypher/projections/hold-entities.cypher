// Locks each entity until the transaction ends and returns what is held of it; an id not seen before becomes a stub.
// Writing the type takes the lock before anything is read.
UNWIND $rows AS row
MERGE (e:Entity {tenantKey: $tenantKey, id: row.id})
SET e.type = row.type, e:$($tenantLabel)
RETURN e.id AS id, e.doc AS doc, e.state AS state
