// The next open exceptions of an organization.
MATCH (e:PositionException)
USING INDEX SEEK e:PositionException(tenantKey, status, exceptionId)
WHERE e.tenantKey = $tenantKey AND e.status = 'open' AND e.exceptionId > $after AND $tenantLabel IN labels(e)
RETURN e.exceptionId AS last, e.materialKey AS materialKey, e.factoryKey AS factoryKey, e.materialRef AS materialRef,
  e.factoryRef AS factoryRef
ORDER BY e.tenantKey, e.status, e.exceptionId
LIMIT $limit
