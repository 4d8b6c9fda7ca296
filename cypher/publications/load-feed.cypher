// Where the publications of an organization stand: the one that is being built, and the newest completed one.
UNWIND [1] AS one
OPTIONAL MATCH (f:BomFeed {tenantKey: $tenantKey})
OPTIONAL MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: f.open})
OPTIONAL MATCH (t:Timeline {tenantKey: $tenantKey})
RETURN f.open AS open, f.lastAt AS lastAt, p.started AS started,
  t.seq AS seq, t.snapshotId AS snapshotId, t.publicationId AS publicationId, t.completedAt AS completedAt
