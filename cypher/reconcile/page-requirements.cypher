// The next open production of an organization; deleted one names nothing.
MATCH (r:Requirement)
USING INDEX SEEK r:Requirement(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS last, coalesce(r.styleRef, r.skuRef) AS forRef, r.factoryRef AS factoryRef
ORDER BY r.tenantKey, r.id
LIMIT $limit
