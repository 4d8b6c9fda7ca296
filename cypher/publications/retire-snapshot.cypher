// Takes a snapshot out of what can be selected; its rows stay for cursors that were given before.
MATCH (t:Timeline {tenantKey: $tenantKey})
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
WHERE p.status = 'completed' AND p.seq < t.seq
SET p.status = 'retired', p.retiredAt = $now, t.minSeq = CASE WHEN t.minSeq > p.seq THEN t.minSeq ELSE p.seq + 1 END
REMOVE p:Snapshot
RETURN p.seq AS seq
