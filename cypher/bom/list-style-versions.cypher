// Styles as they are in two snapshots, with their lines of the earlier one alone, of the later one alone, and of both.
// Lines of both are left out, unless wanted, where the style itself is the same: then so are all their rows.
UNWIND $styleIds AS styleId
CALL (styleId) {
  MATCH (s:BomStyle)
  USING INDEX s:BomStyle(tenantKey, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $to AND s.toSeq > $from
    AND $tenantLabel IN labels(s)
  RETURN max(CASE WHEN s.fromSeq <= $from THEN s.doc END) AS before, max(CASE WHEN s.toSeq > $to THEN s.doc END) AS after
}
CALL (styleId, before, after) {
  MATCH (l:BomLine)
  USING INDEX l:BomLine(tenantKey, styleId, fromSeq)
  WHERE l.tenantKey = $tenantKey AND l.styleId = styleId AND l.fromSeq <= $to AND l.toSeq > $from
    AND $tenantLabel IN labels(l)
  WITH l.doc AS doc, l.fromSeq <= $from AS isBefore, l.toSeq > $to AS isAfter,
    $isUnchangedWanted OR NOT coalesce(before = after, false) AS isCommonWanted
  RETURN collect(CASE WHEN isBefore AND NOT isAfter THEN doc END) AS linesBefore,
    collect(CASE WHEN isAfter AND NOT isBefore THEN doc END) AS linesAfter,
    collect(CASE WHEN isBefore AND isAfter AND isCommonWanted THEN doc END) AS commonLines
}
RETURN before, after, linesBefore, linesAfter, commonLines
