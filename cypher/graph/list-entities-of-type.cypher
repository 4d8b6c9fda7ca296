// One page of an organization's listed entities of one type, by id.
MATCH (e:Listed)
USING INDEX e:Listed(tenantKey, type, id)
WHERE e.tenantKey = $tenantKey AND e.type = $type AND e.id > $after AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc
ORDER BY e.tenantKey, e.type, e.id
LIMIT $limit
