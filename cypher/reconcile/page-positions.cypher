// The next open positions of an organization.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, id)
WHERE p.tenantKey = $tenantKey AND p.id > $after AND $tenantLabel IN labels(p)
RETURN p.id AS last, p.materialRef AS materialRef, p.factoryRef AS factoryRef
ORDER BY p.tenantKey, p.id
LIMIT $limit
