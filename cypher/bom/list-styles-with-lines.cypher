// The next styles of a snapshot by (style number, id) with all their lines, from a style number on, or from that of a
// style. `shares` says whether a later style has the same number.
OPTIONAL MATCH (first:BomStyle)
USING INDEX first:BomStyle(tenantKey, styleId, fromSeq)
WHERE first.tenantKey = $tenantKey AND first.styleId = $styleId AND first.fromSeq <= $seq AND first.toSeq > $seq
  AND $tenantLabel IN labels(first)
WITH coalesce(first.styleNumber, $start) AS start
CALL (start) {
  MATCH (s:BomStyle)
  USING INDEX s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleNumber >= start AND s.styleId IS NOT NULL AND s.fromSeq <= $seq
    AND s.toSeq > $seq AND $tenantLabel IN labels(s)
  RETURN s
  ORDER BY s.tenantKey, s.styleNumber, s.styleId
  LIMIT $limit
}
CALL (s) {
  MATCH (l:BomLine)
  USING INDEX l:BomLine(tenantKey, styleId, fromSeq)
  WHERE l.tenantKey = $tenantKey AND l.styleId = s.styleId AND l.fromSeq <= $seq AND l.toSeq > $seq
    AND $tenantLabel IN labels(l)
  RETURN collect(l.doc) AS lines
}
CALL (s) {
  MATCH (other:BomStyle)
  USING INDEX other:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
  WHERE other.tenantKey = $tenantKey AND other.styleNumber = s.styleNumber AND other.styleId > s.styleId
    AND other.fromSeq <= $seq AND other.toSeq > $seq AND $tenantLabel IN labels(other)
  WITH other LIMIT 1
  RETURN count(other) > 0 AS shares
}
RETURN s.doc AS style, lines, shares
