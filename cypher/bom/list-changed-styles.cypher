// Styles that any of the publications after one number, up to another, changed; by id. One seek a publication.
UNWIND range($from + 1, $to) AS seq
CALL (seq) {
  MATCH (c:BomChange)
  USING INDEX c:BomChange(tenantKey, seq, styleId)
  WHERE c.tenantKey = $tenantKey AND c.seq = seq AND c.styleId >= $start AND $tenantLabel IN labels(c)
  RETURN c.styleId AS styleId
  ORDER BY c.tenantKey, c.seq, c.styleId
  LIMIT $limit
}
WITH DISTINCT styleId
RETURN styleId
ORDER BY styleId
LIMIT $limit
