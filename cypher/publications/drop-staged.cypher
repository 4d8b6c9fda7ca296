// Drops what was put aside of publications that have ended.
OPTIONAL MATCH (f:BomFeed {tenantKey: $tenantKey})
WITH coalesce(f.open, '') AS open
MATCH (s:StagedStyle)
USING INDEX s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId >= '' AND s.eventKey IS NOT NULL AND s.snapshotId <> open
WITH s LIMIT $limit
DELETE s
RETURN count(s) AS dropped
