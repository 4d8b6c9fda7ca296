// The styles that publications carry, by id, one seek a publication; of snapshots that can be selected.
UNWIND $seeks AS seek
MATCH (near:Listed)
USING INDEX near:Listed(tenantKey, id)
WHERE near.tenantKey = $tenantKey AND near.id = seek.nodeId AND $tenantLabel IN labels(near)
MATCH (p:Snapshot)
USING INDEX p:Snapshot(tenantKey, publicationId)
WHERE p.tenantKey = $tenantKey AND p.publicationId = near.id AND $tenantLabel IN labels(p)
CALL (p, seek) {
  MATCH (v:BomStyle)
  USING INDEX v:BomStyle(tenantKey, styleId, fromSeq)
  WHERE v.tenantKey = $tenantKey AND v.styleId > seek.after AND v.fromSeq <= p.seq AND v.toSeq > p.seq
    AND $tenantLabel IN labels(v)
  RETURN v
  ORDER BY v.tenantKey, v.styleId
  LIMIT $limit
}
OPTIONAL MATCH (far:Entity)
USING INDEX far:Entity(tenantKey, id)
WHERE far.tenantKey = $tenantKey AND far.id = v.styleId
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, p.publicationId AS publicationId, p.doc AS snapshot,
  p.seq AS seq, v.styleId AS styleId, v.styleId AS farId, 'style' AS farType, far.label AS farLabel,
  coalesce(far:Listed, false) AS farListed
