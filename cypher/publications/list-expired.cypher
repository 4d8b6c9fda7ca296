// Snapshots that are past their time, the oldest first; the newest one never is.
MATCH (t:Timeline {tenantKey: $tenantKey})
MATCH (p:Snapshot {tenantKey: $tenantKey})
WHERE p.completedAt < $before AND p.seq < t.seq
RETURN p.snapshotId AS snapshotId, p.seq AS seq, p.doc AS doc
ORDER BY p.seq
LIMIT $limit
