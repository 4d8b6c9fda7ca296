// The publications that carry styles, by number, one seek a style; of snapshots that can be selected.
UNWIND $seeks AS seek
MATCH (near:Listed {tenantKey: $tenantKey, id: seek.nodeId})
CALL (seek) {
  MATCH (v:BomStyle {tenantKey: $tenantKey, styleId: seek.nodeId})
  MATCH (p:Snapshot)
  USING INDEX p:Snapshot(tenantKey, seq)
  WHERE p.tenantKey = $tenantKey AND p.seq > seek.after AND p.seq >= v.fromSeq AND p.seq < v.toSeq
  RETURN p
  ORDER BY p.seq
  LIMIT $limit
}
MATCH (far:Entity {tenantKey: $tenantKey, id: p.publicationId})
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, near.id AS styleId, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed
