// Drops what was put aside long ago.
MATCH (l:RecordLetter)
USING INDEX l:RecordLetter(tenantKey, at)
WHERE l.tenantKey = $tenantKey AND l.at < $before
WITH l LIMIT $limit
DELETE l
RETURN count(l) AS dropped
