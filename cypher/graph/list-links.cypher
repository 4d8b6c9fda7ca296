// The first links of listed nodes, one seek for each (node, direction, range of keys); within a seek in key order, which
// is (type, id).
UNWIND $seeks AS seek
MATCH (near:Listed)
USING INDEX near:Listed(tenantKey, id)
WHERE near.tenantKey = $tenantKey AND near.id = seek.nodeId AND $tenantLabel IN labels(near)
CALL (seek) {
  WITH seek WHERE seek.direction = 'outgoing'
  MATCH (a:Entity)-[l:LINK]->(far:Entity)
  USING INDEX l:LINK(tenantKey, fromId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.fromId = seek.nodeId AND l.sortKey > seek.after AND l.sortKey < seek.before
    AND a.tenantKey = $tenantKey AND far.tenantKey = $tenantKey
  RETURN l, far
  ORDER BY l.tenantKey, l.fromId, l.sortKey
  LIMIT $limit
  UNION ALL
  WITH seek WHERE seek.direction = 'incoming'
  MATCH (far:Entity)-[l:LINK]->(b:Entity)
  USING INDEX l:LINK(tenantKey, toId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.toId = seek.nodeId AND l.sortKey > seek.after AND l.sortKey < seek.before
    AND far.tenantKey = $tenantKey AND b.tenantKey = $tenantKey
  RETURN l, far
  ORDER BY l.tenantKey, l.toId, l.sortKey
  LIMIT $limit
}
RETURN near.id AS nearId, near.type AS nearType, near.label AS nearLabel, seek.direction AS direction,
  l.doc AS doc, l.sortKey AS sortKey, far.id AS farId, far.type AS farType, far.label AS farLabel, far:Listed AS farListed
