// name: listSnapshots
// The available snapshots of an organization before a number, newest first.
MATCH (s:Snapshot)
USING INDEX SEEK s:Snapshot(tenantKey, seq)
WHERE s.tenantKey = $tenantKey AND s.seq < $before AND $tenantLabel IN labels(s)
RETURN s.seq AS seq, s.doc AS doc
ORDER BY s.tenantKey DESC, s.seq DESC
LIMIT $limit

// name: findSnapshotByTime
// The latest available snapshot that was completed at or before a time. Of several with the same time, the one with the
// highest number.
MATCH (s:Snapshot)
USING INDEX SEEK s:Snapshot(tenantKey, completedAt, seq)
WHERE s.tenantKey = $tenantKey AND s.completedAt <= $until AND s.seq IS NOT NULL
  AND $tenantLabel IN labels(s)
RETURN s.seq AS seq, s.doc AS doc
ORDER BY s.tenantKey DESC, s.completedAt DESC, s.seq DESC
LIMIT 1

// name: findFirstSnapshot
// The earliest available snapshot.
MATCH (s:Snapshot)
USING INDEX SEEK s:Snapshot(tenantKey, completedAt, seq)
WHERE s.tenantKey = $tenantKey AND s.completedAt >= '' AND s.seq IS NOT NULL
  AND $tenantLabel IN labels(s)
RETURN s.seq AS seq, s.doc AS doc
ORDER BY s.tenantKey, s.completedAt, s.seq
LIMIT 1

// name: getPublication
// A publication by the ID of its snapshot, with any status.
MATCH (p:Publication)
USING INDEX SEEK p:Publication(tenantKey, snapshotId)
WHERE p.tenantKey = $tenantKey AND p.snapshotId = $snapshotId AND $tenantLabel IN labels(p)
RETURN p.status AS status, p.seq AS seq, p.doc AS doc, p.retiredAt AS retiredAt, p.purgedAt AS purgedAt

// name: listStylesWithLines
// The next styles of a snapshot with all their lines, sorted by style number and ID, from a style number on, or from
// that of a style. `shares` is whether a later style has the same number.
OPTIONAL MATCH (first:BomStyle)
USING INDEX SEEK first:BomStyle(tenantKey, styleId, fromSeq)
WHERE first.tenantKey = $tenantKey AND first.styleId = $styleId AND first.fromSeq <= $seq AND first.toSeq > $seq
  AND $tenantLabel IN labels(first)
WITH coalesce(first.styleNumber, $start) AS start
CALL (start) {
  MATCH (s:BomStyle)
  USING INDEX SEEK s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleNumber >= start AND s.styleId IS NOT NULL AND s.fromSeq <= $seq
    AND s.toSeq > $seq AND $tenantLabel IN labels(s)
  RETURN s
  ORDER BY s.tenantKey, s.styleNumber, s.styleId
  LIMIT $limit
}
CALL (s) {
  MATCH (l:BomLine)
  USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
  WHERE l.tenantKey = $tenantKey AND l.styleId = s.styleId AND l.fromSeq <= $seq AND l.toSeq > $seq
    AND $tenantLabel IN labels(l)
  RETURN collect(l.doc) AS lines
}
CALL (s) {
  MATCH (other:BomStyle)
  USING INDEX SEEK other:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
  WHERE other.tenantKey = $tenantKey AND other.styleNumber = s.styleNumber AND other.styleId > s.styleId
    AND other.fromSeq <= $seq AND other.toSeq > $seq AND $tenantLabel IN labels(other)
  WITH other LIMIT 1
  RETURN count(other) > 0 AS shares
}
RETURN s.doc AS style, lines, shares

// name: listValueIds
// The IDs for values of one kind; see BomValue.
UNWIND $values AS value
MATCH (v:BomValue)
USING INDEX SEEK v:BomValue(tenantKey, kind, value, id)
WHERE v.tenantKey = $tenantKey AND v.kind = $kind AND v.value = value AND v.id IS NOT NULL AND $tenantLabel IN labels(v)
RETURN v.id AS id

// name: listNumberedStyles
// The numbers of those given styles that are in a snapshot.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $seq AND s.toSeq > $seq AND $tenantLabel IN labels(s)
RETURN s.styleNumber AS styleNumber, s.styleId AS styleId

// name: listStylesOfMaterials
// The styles of a snapshot with a line of one of the given materials, with their numbers.
UNWIND $materialIds AS materialId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, materialId, styleId)
WHERE l.tenantKey = $tenantKey AND l.materialId = materialId AND l.styleId IS NOT NULL AND l.fromSeq <= $seq AND l.toSeq > $seq
  AND $tenantLabel IN labels(l)
WITH DISTINCT l.styleId AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $seq AND s.toSeq > $seq AND $tenantLabel IN labels(s)
RETURN s.styleNumber AS styleNumber, s.styleId AS styleId

// name: readStylesWithLines
// Styles of a snapshot with all their lines, or only those of given materials.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $seq AND s.toSeq > $seq AND $tenantLabel IN labels(s)
CALL (s) {
  MATCH (l:BomLine)
  USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
  WHERE l.tenantKey = $tenantKey AND l.styleId = s.styleId AND l.fromSeq <= $seq AND l.toSeq > $seq
    AND ($materialIds IS NULL OR l.materialId IN $materialIds) AND $tenantLabel IN labels(l)
  RETURN collect(l.doc) AS lines
}
RETURN s.doc AS style, lines

// name: listChangedStyles
// Styles that any publication in a range of numbers changed, sorted by ID. The range excludes `from` and includes `to`.
// One index seek for each publication.
UNWIND range($from + 1, $to) AS seq
CALL (seq) {
  MATCH (c:BomChange)
  USING INDEX SEEK c:BomChange(tenantKey, seq, styleId)
  WHERE c.tenantKey = $tenantKey AND c.seq = seq AND c.styleId >= $start AND $tenantLabel IN labels(c)
  RETURN c.styleId AS styleId
  ORDER BY c.tenantKey, c.seq, c.styleId
  LIMIT $limit
}
WITH DISTINCT styleId
RETURN styleId
ORDER BY styleId
LIMIT $limit

// name: listStylesOfEither
// Styles in at least one of two snapshots, sorted by ID.
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId >= $start AND s.fromSeq <= $to
  AND s.toSeq > $from AND (s.fromSeq <= $from OR s.toSeq > $to) AND $tenantLabel IN labels(s)
WITH s
ORDER BY s.tenantKey, s.styleId
WITH DISTINCT s.styleId AS styleId
RETURN styleId
LIMIT $limit

// name: listStylesOfNumber
// Styles with a style number in at least one of two snapshots, sorted by ID.
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleNumber = $style AND s.styleId >= $start AND s.fromSeq <= $to
  AND s.toSeq > $from AND (s.fromSeq <= $from OR s.toSeq > $to) AND $tenantLabel IN labels(s)
WITH s
ORDER BY s.tenantKey, s.styleNumber, s.styleId
WITH DISTINCT s.styleId AS styleId
RETURN styleId
LIMIT $limit

// name: listStylesOfSku
// Styles that have, or ever had, a SKU code, sorted by ID.
MATCH (s:BomSku)
USING INDEX SEEK s:BomSku(tenantKey, sku, styleId)
WHERE s.tenantKey = $tenantKey AND s.sku = $sku AND s.styleId >= $start AND $tenantLabel IN labels(s)
RETURN s.styleId AS styleId
ORDER BY s.tenantKey, s.sku, s.styleId
LIMIT $limit

// name: listStylesOfSkuId
// Styles that have, or ever had, a SKU with this ID, sorted by ID. A style is returned once for each code of the SKU.
MATCH (s:BomSku)
USING INDEX SEEK s:BomSku(tenantKey, skuId, styleId)
WHERE s.tenantKey = $tenantKey AND s.skuId = $skuId AND s.styleId >= $start AND $tenantLabel IN labels(s)
RETURN s.styleId AS styleId
ORDER BY s.tenantKey, s.skuId, s.styleId
LIMIT $limit

// name: listStylesHavingMaterials
// Styles with a line of one of the given materials in at least one of two snapshots, sorted by ID. One index seek for
// each material.
UNWIND $materialIds AS materialId
CALL (materialId) {
  MATCH (l:BomLine)
  USING INDEX SEEK l:BomLine(tenantKey, materialId, styleId)
  WHERE l.tenantKey = $tenantKey AND l.materialId = materialId AND l.styleId >= $start AND l.fromSeq <= $to
    AND l.toSeq > $from AND (l.fromSeq <= $from OR l.toSeq > $to) AND $tenantLabel IN labels(l)
  WITH l
  ORDER BY l.tenantKey, l.materialId, l.styleId
  WITH DISTINCT l.styleId AS styleId
  RETURN styleId
  LIMIT $limit
}
WITH DISTINCT styleId
RETURN styleId
ORDER BY styleId
LIMIT $limit

// name: findLineWith
// One style with a line of the given materials, in at least one of two snapshots, whose document contains one of the
// given texts.
UNWIND $materialIds AS materialId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, materialId, styleId)
WHERE l.tenantKey = $tenantKey AND l.materialId = materialId AND l.styleId IS NOT NULL AND l.fromSeq <= $to
  AND l.toSeq > $from AND (l.fromSeq <= $from OR l.toSeq > $to) AND $tenantLabel IN labels(l)
  AND any(text IN $texts WHERE l.doc CONTAINS text)
RETURN l.styleId AS styleId
LIMIT 1

// name: listStyleVersions
// Styles in two snapshots, with the lines that are only in the earlier one, only in the later one, and in both. If the
// style itself did not change, its lines in both are left out unless requested, because their rows did not change
// either.
UNWIND $styleIds AS styleId
CALL (styleId) {
  MATCH (s:BomStyle)
  USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $to AND s.toSeq > $from
    AND $tenantLabel IN labels(s)
  RETURN max(CASE WHEN s.fromSeq <= $from THEN s.doc END) AS before, max(CASE WHEN s.toSeq > $to THEN s.doc END) AS after
}
CALL (styleId, before, after) {
  MATCH (l:BomLine)
  USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
  WHERE l.tenantKey = $tenantKey AND l.styleId = styleId AND l.fromSeq <= $to AND l.toSeq > $from
    AND $tenantLabel IN labels(l)
  WITH l.doc AS doc, l.fromSeq <= $from AS isBefore, l.toSeq > $to AS isAfter,
    $isUnchangedWanted OR NOT coalesce(before = after, false) AS isCommonWanted
  RETURN collect(CASE WHEN isBefore AND NOT isAfter THEN doc END) AS linesBefore,
    collect(CASE WHEN isAfter AND NOT isBefore THEN doc END) AS linesAfter,
    collect(CASE WHEN isBefore AND isAfter AND isCommonWanted THEN doc END) AS commonLines
}
RETURN before, after, linesBefore, linesAfter, commonLines
