// Drops the next memories of deleted links, of any organization.
MATCH (d:DeletedLink)
USING INDEX d:DeletedLink(tenantKey, id)
WHERE d.tenantKey >= '' AND d.id >= ''
WITH d LIMIT $limit
DELETE d
RETURN count(d) AS dropped
