// The publications of an organization, whatever became of them, the newest first.
MATCH (p:Publication)
USING INDEX p:Publication(tenantKey, offset)
WHERE p.tenantKey = $tenantKey AND p.offset >= 0
RETURN p.snapshotId AS snapshotId, p.status AS status, p.seq AS seq, p.started AS started, p.endedAt AS endedAt,
  p.retiredAt AS retiredAt, p.reason AS reason, p.doc AS doc
ORDER BY p.tenantKey DESC, p.offset DESC
LIMIT $limit
