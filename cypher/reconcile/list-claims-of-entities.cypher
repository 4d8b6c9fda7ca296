// The codes that entities claim, found by the ids of the claims, which begin with that of the entity.
UNWIND $ids AS entityId
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, id)
WHERE c.tenantKey = $tenantKey AND c.id STARTS WITH entityId + '/' AND $tenantLabel IN labels(c)
RETURN entityId, c.system AS system, c.kind AS kind, c.value AS value
