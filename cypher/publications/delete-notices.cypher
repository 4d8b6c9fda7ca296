// Forgets notices that were sent.
UNWIND $ids AS id
MATCH (n:Notice {tenantKey: $tenantKey, id: id})
DELETE n
