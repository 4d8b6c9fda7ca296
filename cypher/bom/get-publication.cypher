// A publication by the id of its snapshot, whatever became of it.
MATCH (p:Publication)
USING INDEX p:Publication(tenantKey, snapshotId)
WHERE p.tenantKey = $tenantKey AND p.snapshotId = $snapshotId AND $tenantLabel IN labels(p)
RETURN p.status AS status, p.seq AS seq, p.doc AS doc, p.retiredAt AS retiredAt, p.purgedAt AS purgedAt
