// name: listLinesOfMaterials
// The next lines of materials in a snapshot, sorted by style, for each material from a given style on. One index seek
// for each material. If styles are given, lines of other styles are skipped within the index.
UNWIND $ranges AS range
CALL (range) {
  MATCH (l:BomLine)
  USING INDEX SEEK l:BomLine(tenantKey, materialId, styleId)
  WHERE l.tenantKey = $tenantKey AND l.materialId = range.materialId AND l.styleId >= range.start
    AND ($styleIds IS NULL OR l.styleId IN $styleIds) AND l.fromSeq <= $seq AND l.toSeq > $seq AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey, l.materialId, l.styleId
  LIMIT $limit
}
RETURN l.materialId AS materialId, l.styleId AS styleId, l.doc AS doc

// name: readStyles
// Styles of a snapshot by ID. Their documents, which contain the SKUs, are returned only if SKUs are needed.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
WHERE s.tenantKey = $tenantKey AND s.styleId = styleId AND s.fromSeq <= $seq AND s.toSeq > $seq AND $tenantLabel IN labels(s)
RETURN s.styleId AS styleId, s.styleNumber AS styleNumber, CASE WHEN $withSkus THEN s.doc END AS doc

// name: listMaterialsInState
// IDs of visible materials in a lifecycle state.
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, type, lifecycleState, id)
WHERE e.tenantKey = $tenantKey AND e.type = 'material' AND e.lifecycleState = $lifecycleState AND e.id IS NOT NULL
  AND $tenantLabel IN labels(e)
RETURN e.id AS id

// name: listMaterialsFoundBy
// The ids of the listed materials that have all words of a query of the index by codes and values. Words are those of
// one organization, so that as many entities are read as have them.
CALL db.index.fulltext.queryNodes('entity_found_by', $query)
YIELD node AS e
WHERE e.tenantKey = $tenantKey AND e.type = 'material' AND $tenantLabel IN labels(e)
RETURN e.id AS id

// name: readSeasons
// The seasons of visible styles.
UNWIND $styleIds AS styleId
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = styleId AND $tenantLabel IN labels(e)
RETURN e.id AS styleId, e.season AS season
