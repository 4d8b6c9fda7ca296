// One publication, whatever became of it, and the events that it was made of, once it has ended.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
OPTIONAL MATCH (s:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
RETURN p.status AS status, p.eventKey AS eventKey, s.keys AS keys
