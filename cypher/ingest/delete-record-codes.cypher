// Forgets the codes that source records no longer carry.
UNWIND $ids AS id
MATCH (c:RecordCode {tenantKey: $tenantKey, id: id})
DELETE c
