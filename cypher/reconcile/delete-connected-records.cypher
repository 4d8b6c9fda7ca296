// Forgets connected records that no source record is part of any more.
UNWIND $ids AS id
MATCH (c:ConnectedRecord {tenantKey: $tenantKey, id: id})
DELETE c
