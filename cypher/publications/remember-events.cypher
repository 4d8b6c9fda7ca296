// Keeps the keys of the events of a publication that has ended, so that their repeats are known for what they are.
MERGE (e:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
ON CREATE SET e:$($tenantLabel)
WITH e
OPTIONAL MATCH (s:StagedStyle)
USING INDEX s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId = $snapshotId AND s.eventKey >= ''
WITH e, s ORDER BY s.eventKey
WITH e, collect(s.eventKey) AS keys
SET e.keys = keys + $keys
