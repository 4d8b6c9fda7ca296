// Keeps of a retired snapshot its id and its dates; its publication is no longer listed in the graph.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.purgedAt = $now, p.doc = null
WITH p
OPTIONAL MATCH (s:SeenEvents {tenantKey: $tenantKey, snapshotId: $snapshotId})
OPTIONAL MATCH (e:Entity {tenantKey: $tenantKey, id: p.publicationId})
SET e.doc = null, e.words = null, e.codeWords = null
REMOVE e:Listed
DELETE s
