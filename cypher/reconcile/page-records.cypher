// The next source records of an organization.
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, id)
WHERE s.tenantKey = $tenantKey AND s.id > $after AND $tenantLabel IN labels(s)
RETURN s.id AS last
ORDER BY s.tenantKey, s.id
LIMIT $limit
