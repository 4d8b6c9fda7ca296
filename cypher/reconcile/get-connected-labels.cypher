// What connected records are called.
UNWIND $ids AS id
MATCH (c:ConnectedRecord)
USING INDEX SEEK c:ConnectedRecord(tenantKey, id)
WHERE c.tenantKey = $tenantKey AND c.id = id AND $tenantLabel IN labels(c)
RETURN c.id AS id, c.label AS label, c.doc AS doc
