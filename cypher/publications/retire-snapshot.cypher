// Takes a snapshot out of what can be selected, unless it is the newest; its rows stay for cursors that were given before.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
WHERE p.status = 'completed'
CALL (p) {
  MATCH (t:Timeline {tenantKey: $tenantKey})
  WHERE t.seq > p.seq
  SET t.minSeq = CASE WHEN t.minSeq > p.seq THEN t.minSeq ELSE p.seq + 1 END
  RETURN t
}
SET p.status = 'retired', p.retiredAt = $now
REMOVE p:Snapshot
RETURN p.seq AS seq
