// Remembers which publication is open, and the time of the last event about publications, in ms since 1970.
MERGE (f:BomFeed {tenantKey: $tenantKey})
ON CREATE SET f:$($tenantLabel)
SET f.open = $snapshotId, f.lastAt = $lastAt
