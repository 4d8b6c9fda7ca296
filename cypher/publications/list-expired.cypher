// Snapshots that are past their time, the oldest first; the newest one never is.
MATCH (t:Timeline {tenantKey: $tenantKey})
MATCH (p:Snapshot)
USING INDEX p:Snapshot(tenantKey, seq)
WHERE p.tenantKey = $tenantKey AND p.seq < t.seq AND p.completedAt < $before
RETURN p.snapshotId AS snapshotId, p.seq AS seq, p.doc AS doc
ORDER BY p.tenantKey, p.seq
LIMIT $limit
