// The publications that carry styles, by number, one seek a style; of snapshots that can be selected.
UNWIND $seeks AS seek
MATCH (near:Listed)
USING INDEX near:Listed(tenantKey, id)
WHERE near.tenantKey = $tenantKey AND near.id = seek.nodeId AND $tenantLabel IN labels(near)
CALL (seek) {
  MATCH (v:BomStyle)
  USING INDEX v:BomStyle(tenantKey, styleId, fromSeq)
  WHERE v.tenantKey = $tenantKey AND v.styleId = seek.nodeId AND v.fromSeq > 0 AND $tenantLabel IN labels(v)
  MATCH (p:Snapshot)
  USING INDEX p:Snapshot(tenantKey, seq)
  WHERE p.tenantKey = $tenantKey AND p.seq > seek.after AND p.seq >= v.fromSeq AND p.seq < v.toSeq
  RETURN p
  ORDER BY p.seq
  LIMIT $limit
}
MATCH (far:Entity)
USING INDEX far:Entity(tenantKey, id)
WHERE far.tenantKey = $tenantKey AND far.id = p.publicationId
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, near.id AS styleId, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed
