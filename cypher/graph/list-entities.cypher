// One page of an organization's listed entities, by id.
MATCH (e:Listed)
USING INDEX e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id > $after AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.doc AS doc
ORDER BY e.tenantKey, e.id
LIMIT $limit
