// Drops the next links, of any organization.
MATCH (:Entity)-[l:LINK]->(:Entity)
USING INDEX l:LINK(tenantKey, id)
WHERE l.tenantKey >= '' AND l.id >= ''
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped
