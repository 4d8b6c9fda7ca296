// The first links of listed nodes, one seek for each node, direction and range of sort keys; within a seek in the order of
// the keys, which is (type, id). Each direction has its own branch: as a predicate it would be tested after the seek, on
// every link of the node. Links of BOM lines hold from one publication to another: those of the newest snapshot are seen.
OPTIONAL MATCH (t:Timeline)
USING INDEX t:Timeline(tenantKey)
WHERE t.tenantKey = $tenantKey
WITH coalesce(t.seq, 0) AS seq, t.publicationId AS newest
CALL (seq) {
  UNWIND $outgoing AS seek
  MATCH (near:Listed)
  USING INDEX near:Listed(tenantKey, id)
  WHERE near.tenantKey = $tenantKey AND near.id = seek.nodeId AND $tenantLabel IN labels(near)
  CALL (seek, seq) {
    MATCH (a:Entity)-[l:LINK]->(far:Entity)
    USING INDEX l:LINK(tenantKey, fromId, sortKey)
    WHERE l.tenantKey = $tenantKey AND l.fromId = seek.nodeId AND l.sortKey >= seek.start AND l.sortKey < seek.end
      AND a.tenantKey = $tenantKey AND far.tenantKey = $tenantKey
      AND (l.toSeq IS NULL OR (l.toSeq > seq AND l.fromSeq <= seq))
    RETURN l, far
    ORDER BY l.tenantKey, l.fromId, l.sortKey
    LIMIT $limit
  }
  RETURN near, 'outgoing' AS direction, l, far
  UNION ALL
  UNWIND $incoming AS seek
  MATCH (near:Listed)
  USING INDEX near:Listed(tenantKey, id)
  WHERE near.tenantKey = $tenantKey AND near.id = seek.nodeId AND $tenantLabel IN labels(near)
  CALL (seek, seq) {
    MATCH (far:Entity)-[l:LINK]->(b:Entity)
    USING INDEX l:LINK(tenantKey, toId, sortKey)
    WHERE l.tenantKey = $tenantKey AND l.toId = seek.nodeId AND l.sortKey >= seek.start AND l.sortKey < seek.end
      AND far.tenantKey = $tenantKey AND b.tenantKey = $tenantKey
      AND (l.toSeq IS NULL OR (l.toSeq > seq AND l.fromSeq <= seq))
    RETURN l, far
    ORDER BY l.tenantKey, l.toId, l.sortKey
    LIMIT $limit
  }
  RETURN near, 'incoming' AS direction, l, far
}
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, direction,
  l.doc AS doc, l.sortKey AS sortKey, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed,
  CASE WHEN l.toSeq IS NULL THEN null ELSE newest END AS publicationId
