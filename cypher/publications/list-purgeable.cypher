// Retired snapshots that no cursor may read any more, and the oldest number that can still be read.
MATCH (p:Publication)
USING INDEX p:Publication(tenantKey, status)
WHERE p.tenantKey = $tenantKey AND p.status = 'retired' AND p.purgedAt IS NULL
WITH p ORDER BY p.seq
WITH collect(p) AS retired
WITH [p IN retired WHERE p.retiredAt < $before] AS due, [p IN retired WHERE NOT p.retiredAt < $before] AS kept
MATCH (t:Timeline {tenantKey: $tenantKey})
UNWIND due AS p
RETURN p.snapshotId AS snapshotId, coalesce(head([k IN kept | k.seq]), t.minSeq) AS readable
