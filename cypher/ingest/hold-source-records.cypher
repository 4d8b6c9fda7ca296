// Locks each source record until the transaction ends and returns what is held of it; writing the id takes the lock before
// anything is read.
UNWIND $ids AS id
MERGE (s:SourceRecord {tenantKey: $tenantKey, id: id})
SET s.id = id, s:$($tenantLabel)
RETURN s.id AS id, s.state AS state, s.kind AS kind, s.datasetId AS datasetId, s.live AS live, s.codes AS codes
