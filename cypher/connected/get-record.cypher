// One connected record.
MATCH (r:ConnectedRecord)
USING INDEX r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id = $id AND $tenantLabel IN labels(r)
RETURN r.doc AS doc
