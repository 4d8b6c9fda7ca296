// The available snapshots of an organization before a number, newest first.
MATCH (s:Snapshot)
USING INDEX s:Snapshot(tenantKey, seq)
WHERE s.tenantKey = $tenantKey AND s.seq < $before AND $tenantLabel IN labels(s)
RETURN s.seq AS seq, s.doc AS doc
ORDER BY s.tenantKey DESC, s.seq DESC
LIMIT $limit
