// The styles that publications carry, by id, one seek a publication; of snapshots that can be selected.
UNWIND $seeks AS seek
MATCH (near:Listed {tenantKey: $tenantKey, id: seek.nodeId})
MATCH (p:Snapshot {tenantKey: $tenantKey, publicationId: seek.nodeId})
CALL (p, seek) {
  MATCH (v:BomStyle)
  USING INDEX v:BomStyle(tenantKey, styleId, fromSeq, toSeq)
  WHERE v.tenantKey = $tenantKey AND v.styleId > seek.after AND v.fromSeq <= p.seq AND v.toSeq > p.seq
  RETURN v
  ORDER BY v.tenantKey, v.styleId
  LIMIT $limit
}
OPTIONAL MATCH (far:Entity {tenantKey: $tenantKey, id: v.styleId})
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, v.styleId AS styleId, v.styleId AS farId, 'style' AS farType, far.label AS farLabel,
  coalesce(far:Listed, false) AS farListed
