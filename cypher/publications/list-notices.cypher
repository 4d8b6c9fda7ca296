// Notices that were not confirmed yet.
MATCH (n:Notice)
WHERE n.tenantKey = $tenantKey AND n.id >= ''
RETURN n.id AS id, n.doc AS doc
ORDER BY n.tenantKey, n.id
LIMIT $limit
