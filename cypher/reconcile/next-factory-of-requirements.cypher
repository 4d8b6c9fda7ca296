// The next words, in order, in which requirements name a factory.
MATCH (r:Requirement)
USING INDEX SEEK r:Requirement(tenantKey, factoryRef, id)
WHERE r.tenantKey = $tenantKey AND r.factoryRef > $after AND r.id >= '' AND $tenantLabel IN labels(r)
RETURN r.factoryRef AS factoryRef
ORDER BY r.tenantKey, r.factoryRef
LIMIT 1
