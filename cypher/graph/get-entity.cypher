// One listed entity.
MATCH (e:Listed)
USING INDEX e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = $entityId AND $tenantLabel IN labels(e)
RETURN e.doc AS doc
