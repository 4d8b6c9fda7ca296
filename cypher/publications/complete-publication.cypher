// Makes a publication visible: its snapshot is the newest from now on.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p:Snapshot, p.status = 'completed', p.seq = $seq, p.publicationId = $publicationId, p.completedAt = $completedAt,
  p.endedAt = $completedAt, p.doc = $doc
MERGE (t:Timeline {tenantKey: $tenantKey})
ON CREATE SET t:$($tenantLabel), t.minSeq = $seq
SET t.seq = $seq, t.snapshotId = $snapshotId, t.publicationId = $publicationId, t.completedAt = $completedAt
