// Forgets marks that were taken.
UNWIND $ids AS id
MATCH (r:Recheck {tenantKey: $tenantKey, id: id})
DELETE r
