// The next words, in order, in which positions name a factory.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, factoryRef, id)
WHERE p.tenantKey = $tenantKey AND p.factoryRef > $after AND p.id >= '' AND $tenantLabel IN labels(p)
RETURN p.factoryRef AS factoryRef
ORDER BY p.tenantKey, p.factoryRef
LIMIT 1
