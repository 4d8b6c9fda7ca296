// The next open exceptions of a material.
UNWIND $rows AS row
CALL (row) {
  MATCH (e:PositionException)
  USING INDEX SEEK e:PositionException(tenantKey, materialKey, exceptionId)
  WHERE e.tenantKey = $tenantKey AND e.materialKey = row.key AND e.exceptionId > row.after AND e.status = 'open'
    AND $tenantLabel IN labels(e)
  RETURN e
  ORDER BY e.tenantKey, e.materialKey, e.exceptionId
  LIMIT $limit
}
RETURN row.key AS key, e.exceptionId AS last, e.materialKey AS materialKey, e.factoryKey AS factoryKey,
  e.materialRef AS materialRef, e.factoryRef AS factoryRef
