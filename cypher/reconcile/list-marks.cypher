// Marks of what may look different, any of them.
MATCH (r:Recheck)
USING INDEX SEEK r:Recheck(tenantKey)
WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
RETURN r.id AS id, r.subjects AS subjects, r.times AS times
LIMIT $limit
