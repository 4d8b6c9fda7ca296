// name: findPositionsOfPairs
// The open positions of pairs.
UNWIND $pairs AS pair
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialKey, factoryKey, id)
WHERE p.tenantKey = $tenantKey AND p.materialKey = pair[0] AND p.factoryKey = pair[1] AND p.id >= ''
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.materialRef AS materialRef, p.factoryRef AS factoryRef, p.materialId AS materialId,
  p.factoryId AS factoryId, p.materialKey AS materialKey, p.factoryKey AS factoryKey, p.supplierRef AS supplierRef,
  p.saidMaterial AS saidMaterial, p.saidFactory AS saidFactory, p.doc AS doc, p.state AS state

// name: getNewestSeq
// The number of the newest publication. No row if there is none.
MATCH (t:Timeline)
USING INDEX SEEK t:Timeline(tenantKey)
WHERE t.tenantKey = $tenantKey AND $tenantLabel IN labels(t)
RETURN t.seq AS seq

// name: listDatasetsOfSystem
// The datasets of a system.
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, system, datasetId)
WHERE d.tenantKey = $tenantKey AND d.system = $system AND d.datasetId >= '' AND $tenantLabel IN labels(d)
RETURN d.datasetId AS datasetId, d.doc AS doc, d.state AS state

// name: listLinksFrom
// The links of a type that begin at entities, with their other endpoints.
UNWIND $ids AS id
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.fromId = id AND l.sortKey >= $type + '/' AND l.sortKey < $type + '0'
  AND (l.toSeq IS NULL OR (l.toSeq > $seq AND l.fromSeq <= $seq))
RETURN id AS fromId, l.toId AS toId, l.doc AS doc, l.state AS state

// name: listLinksTo
// The next links of a type that end at entities, with their other endpoints. Of BOM links, those of the newest
// snapshot.
UNWIND $rows AS row
CALL (row) {
  MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.toId = row.key AND l.sortKey > row.after AND l.sortKey < $type + '0'
    AND (l.toSeq IS NULL OR (l.toSeq > $seq AND l.fromSeq <= $seq))
  RETURN l
  ORDER BY l.tenantKey, l.toId, l.sortKey
  LIMIT $limit
}
RETURN row.key AS key, l.sortKey AS last, l.fromId AS fromId

// name: listLinesAround
// The lines of styles in a publication, and those that it ended.
UNWIND $styleIds AS styleId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
WHERE l.tenantKey = $tenantKey AND l.styleId = styleId AND l.fromSeq <= $seq AND l.toSeq >= $seq
  AND $tenantLabel IN labels(l)
RETURN styleId, l.doc AS doc

// name: findProductionAny
// Materials that a style uses in the newest snapshot which one of these suppliers produces. The search ends at the
// first such style.
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Listed {tenantKey: $tenantKey})-[u:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK u:LINK(tenantKey, toId, sortKey)
  WHERE u.tenantKey = $tenantKey AND u.toId = row.materialId AND u.sortKey >= 'USES_MATERIAL/'
    AND u.sortKey < 'USES_MATERIAL0' AND u.toSeq > $seq AND u.fromSeq <= $seq
  MATCH (:Entity {tenantKey: $tenantKey})-[p:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK p:LINK(tenantKey, fromId, sortKey)
  WHERE p.tenantKey = $tenantKey AND p.fromId = u.fromId AND p.sortKey >= 'PRODUCED_BY/' AND p.sortKey < 'PRODUCED_BY0'
    AND p.toId IN row.supplierIds
  RETURN p.id AS producedBy
  LIMIT 1
}
RETURN row.id AS id

// name: findProductionActive
// For materials at factories that suppliers operate: the first use by a style that is produced there and whose document
// contains one of the given texts, such as a state. No other value can look like such a text, because quotes within
// values are escaped.
UNWIND $rows AS row
CALL (row) {
  MATCH (s:Listed {tenantKey: $tenantKey})-[u:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK u:LINK(tenantKey, toId, sortKey)
  WHERE u.tenantKey = $tenantKey AND u.toId = row.materialId AND u.sortKey >= 'USES_MATERIAL/'
    AND u.sortKey < 'USES_MATERIAL0' AND u.toSeq > $seq AND u.fromSeq <= $seq
    AND any(state IN $states WHERE s.doc CONTAINS state)
  CALL (u, row) {
    MATCH (:Entity {tenantKey: $tenantKey})-[p:LINK]->(:Entity {tenantKey: $tenantKey})
    USING INDEX SEEK p:LINK(tenantKey, fromId, sortKey)
    WHERE p.tenantKey = $tenantKey AND p.fromId = u.fromId AND p.sortKey >= 'PRODUCED_BY/' AND p.sortKey < 'PRODUCED_BY0'
      AND p.toId IN row.supplierIds
    RETURN p
    ORDER BY p.tenantKey, p.fromId, p.sortKey
    LIMIT 1
  }
  RETURN u, p, s
  ORDER BY u.tenantKey, u.toId, u.sortKey
  LIMIT 1
}
RETURN row.id AS id, s.id AS styleId, s.doc AS style, s.state AS styleState, u.doc AS use, p.toId AS supplierId,
  p.doc AS link, p.state AS linkState

// name: findRequirementsOfPairs
// Open production, at given factories, of the styles that use a material in the newest snapshot. If few styles use the
// material, the production of each style is looked up. Otherwise all production of the factory is read.
UNWIND $rows AS row
CALL (row) {
  MATCH (:Entity {tenantKey: $tenantKey})-[u:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK u:LINK(tenantKey, toId, sortKey)
  WHERE u.tenantKey = $tenantKey AND u.toId = row.materialId AND u.sortKey >= 'USES_MATERIAL/'
    AND u.sortKey < 'USES_MATERIAL0' AND u.toSeq > $seq AND u.fromSeq <= $seq
  RETURN collect(DISTINCT u.fromId) AS styleIds
}
UNWIND row.pairs AS pair
CALL (styleIds, pair) {
  WITH styleIds, pair WHERE size(styleIds) <= $few
  UNWIND styleIds AS styleId
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, factoryId, styleId, id)
  WHERE r.tenantKey = $tenantKey AND r.factoryId = pair.factoryId AND r.styleId = styleId AND r.id >= ''
  RETURN r
  UNION ALL
  WITH styleIds, pair WHERE size(styleIds) > $few
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, factoryId, id)
  WHERE r.tenantKey = $tenantKey AND r.factoryId = pair.factoryId AND r.id >= '' AND r.styleId IN styleIds
  RETURN r
}
WITH pair, r WHERE r.doc IS NOT NULL AND $tenantLabel IN labels(r)
RETURN pair.id AS id, r.styleId AS styleId, r.id AS requirementId, r.skuId AS skuId, r.units AS units, r.doc AS doc,
  r.state AS state

// name: findExceptionsOfPairs
// The open and resolved exceptions of pairs.
UNWIND $pairs AS pair
MATCH (e:PositionException)
USING INDEX SEEK e:PositionException(tenantKey, materialKey, factoryKey, exceptionId)
WHERE e.tenantKey = $tenantKey AND e.materialKey = pair[0] AND e.factoryKey = pair[1] AND e.exceptionId >= ''
  AND $tenantLabel IN labels(e)
RETURN e.exceptionId AS exceptionId, e.materialKey AS materialKey, e.factoryKey AS factoryKey,
  coalesce(e.factoryRef, '') AS factoryRef, e.doc AS doc, e.explanation AS explanation

// name: writeExceptions
// Creates, changes, and resolves exceptions.
UNWIND $rows AS row
MERGE (e:PositionException {tenantKey: $tenantKey, exceptionId: row.exceptionId})
SET e += row, e:Projected:$($tenantLabel)

// name: getInputDocuments
// The documents of records that are inputs of an exception, by ID. Each kind of record has its own index. For links,
// their endpoints are returned too.
UNWIND $ids AS id
CALL (id) {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, id)
  WHERE p.tenantKey = $tenantKey AND p.id = id AND $tenantLabel IN labels(p)
  RETURN p.doc AS doc, null AS fromId, null AS toId
  UNION ALL
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
  RETURN e.doc AS doc, null AS fromId, null AS toId
  UNION ALL
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = id AND $tenantLabel IN labels(s)
  RETURN s.doc AS doc, null AS fromId, null AS toId
  UNION ALL
  MATCH (r:Requirement)
  USING INDEX SEEK r:Requirement(tenantKey, id)
  WHERE r.tenantKey = $tenantKey AND r.id = id AND $tenantLabel IN labels(r)
  RETURN r.doc AS doc, null AS fromId, null AS toId
  UNION ALL
  MATCH (d:ListedDataset)
  USING INDEX SEEK d:ListedDataset(tenantKey, datasetId)
  WHERE d.tenantKey = $tenantKey AND d.datasetId = id AND $tenantLabel IN labels(d)
  RETURN d.doc AS doc, null AS fromId, null AS toId
  UNION ALL
  MATCH (:Entity {tenantKey: $tenantKey})-[l:LINK]->(:Entity {tenantKey: $tenantKey})
  USING INDEX SEEK l:LINK(tenantKey, id)
  WHERE l.tenantKey = $tenantKey AND l.id >= id AND l.id < id + 'A' AND (l.toSeq IS NULL OR l.toSeq = $open)
  RETURN l.doc AS doc, l.fromId AS fromId, l.toId AS toId
}
WITH id, doc, fromId, toId
WHERE doc IS NOT NULL
RETURN id, doc, fromId, toId
