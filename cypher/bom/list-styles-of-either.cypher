// Styles that are in at least one of two snapshots, by id.
MATCH (s:BomStyle)
USING INDEX s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId >= $start AND s.fromSeq <= $to
  AND s.toSeq > $from AND (s.fromSeq <= $from OR s.toSeq > $to) AND $tenantLabel IN labels(s)
WITH s
ORDER BY s.tenantKey, s.styleId
WITH DISTINCT s.styleId AS styleId
RETURN styleId
LIMIT $limit
