// name: listStylesOfNames
// IDs of the styles in a snapshot that have one of the given numbers or IDs.
CALL () {
  UNWIND $numbers AS number
  MATCH (s:BomStyle)
  USING INDEX SEEK s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleNumber = number AND s.styleId IS NOT NULL AND s.fromSeq <= $seq
    AND s.toSeq > $seq AND $tenantLabel IN labels(s)
  RETURN s.styleId AS styleId
  UNION
  UNWIND $ids AS id
  MATCH (s:BomStyle)
  USING INDEX SEEK s:BomStyle(tenantKey, styleId, fromSeq)
  WHERE s.tenantKey = $tenantKey AND s.styleId = id AND s.fromSeq <= $seq AND s.toSeq > $seq AND $tenantLabel IN labels(s)
  RETURN s.styleId AS styleId
}
RETURN styleId

// name: listStylesOfSkuNames
// IDs of styles that have, or ever had, one of the given SKU codes or IDs.
CALL () {
  UNWIND $skus AS sku
  MATCH (s:BomSku)
  USING INDEX SEEK s:BomSku(tenantKey, sku, styleId)
  WHERE s.tenantKey = $tenantKey AND s.sku = sku AND s.styleId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.styleId AS styleId
  UNION
  UNWIND $ids AS id
  MATCH (s:BomSku)
  USING INDEX SEEK s:BomSku(tenantKey, skuId, styleId)
  WHERE s.tenantKey = $tenantKey AND s.skuId = id AND s.styleId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.styleId AS styleId
}
RETURN styleId

// name: listOffers
// Visible materials with their offers, which are SUPPLIED_BY links with the documents of the suppliers. One index seek
// for each material.
UNWIND $materialIds AS materialId
MATCH (m:Listed)
USING INDEX SEEK m:Listed(tenantKey, id)
WHERE m.tenantKey = $tenantKey AND m.id = materialId AND $tenantLabel IN labels(m)
CALL (m) {
  MATCH (a:Entity)-[l:LINK]->(s:Listed)
  USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
  WHERE l.tenantKey = $tenantKey AND l.fromId = m.id AND l.sortKey STARTS WITH 'SUPPLIED_BY/'
    AND a.tenantKey = $tenantKey AND s.tenantKey = $tenantKey AND $tenantLabel IN labels(s)
  RETURN collect(l.doc) AS links, collect(s.doc) AS suppliers
}
RETURN m.id AS materialId, m.doc AS material, links, suppliers

// name: listPositionsOfMaterials
// The open positions of materials, at all factories or at one.
UNWIND $materialIds AS materialId
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = materialId AND p.id >= '' AND $tenantLabel IN labels(p)
  AND ($factoryId IS NULL OR p.factoryId = $factoryId) AND ($factoryCode IS NULL OR p.factoryCode = $factoryCode)
RETURN p.materialId AS materialId, p.doc AS doc
