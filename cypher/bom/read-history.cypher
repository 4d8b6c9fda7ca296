// name: listLineVersions
// The line versions of styles that contain a line key and a SKU, and begin at most with a number. Versions that end
// last come first. Each one has the first available snapshot since its beginning and the first one since its end, up to
// another number.
UNWIND $styleIds AS styleId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
WHERE l.tenantKey = $tenantKey AND l.styleId = styleId AND l.fromSeq <= $below AND $tenantLabel IN labels(l)
  AND l.doc CONTAINS $lineKey AND l.doc CONTAINS $skuId
WITH l
ORDER BY l.toSeq DESC
LIMIT $limit
CALL (l) {
  OPTIONAL MATCH (s:Snapshot)
  USING INDEX SEEK s:Snapshot(tenantKey, seq)
  WHERE s.tenantKey = $tenantKey AND s.seq >= l.fromSeq AND s.seq <= $to AND $tenantLabel IN labels(s)
  RETURN s AS first
  ORDER BY s.tenantKey, s.seq
  LIMIT 1
}
CALL (l) {
  OPTIONAL MATCH (s:Snapshot)
  USING INDEX SEEK s:Snapshot(tenantKey, seq)
  WHERE s.tenantKey = $tenantKey AND s.seq >= l.toSeq AND s.seq <= $to AND $tenantLabel IN labels(s)
  RETURN s AS next
  ORDER BY s.tenantKey, s.seq
  LIMIT 1
}
RETURN l.styleId AS styleId, l.toSeq AS toSeq, l.doc AS doc, first.seq AS fromSeq, first.doc AS from,
  next.seq AS untilSeq, next.doc AS until
