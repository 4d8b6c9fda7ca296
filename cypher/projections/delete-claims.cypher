// Forgets the codes that entities no longer claim.
UNWIND $ids AS id
MATCH (c:Claim {tenantKey: $tenantKey, id: id})
DELETE c
