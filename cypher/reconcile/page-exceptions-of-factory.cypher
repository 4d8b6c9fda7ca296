// The next open exceptions of a factory.
UNWIND $rows AS row
CALL (row) {
  MATCH (e:PositionException)
  USING INDEX SEEK e:PositionException(tenantKey, factoryKey, exceptionId)
  WHERE e.tenantKey = $tenantKey AND e.factoryKey = row.key AND e.exceptionId > row.after AND e.status = 'open'
    AND $tenantLabel IN labels(e)
  RETURN e
  ORDER BY e.tenantKey, e.factoryKey, e.exceptionId
  LIMIT $limit
}
RETURN row.key AS key, e.exceptionId AS last, e.materialKey AS materialKey, e.factoryKey AS factoryKey,
  e.materialRef AS materialRef, e.factoryRef AS factoryRef
