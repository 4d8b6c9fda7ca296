// The exceptions of pairs, open and resolved.
UNWIND $pairs AS pair
MATCH (e:PositionException)
USING INDEX SEEK e:PositionException(tenantKey, materialKey, factoryKey, exceptionId)
WHERE e.tenantKey = $tenantKey AND e.materialKey = pair[0] AND e.factoryKey = pair[1] AND e.exceptionId >= ''
  AND $tenantLabel IN labels(e)
RETURN e.exceptionId AS exceptionId, e.materialKey AS materialKey, e.factoryKey AS factoryKey, e.doc AS doc
