// What rows of BOMs are filtered by, of which publications have far fewer than lines: which material or supplier had a number,
// code or name, and which materials stood in lines with an article number or a supplier. Lines are found by their material
// alone, so that publishing a line writes one entry more and not one for each filter. Values are kept as JSON writes them between
// quotes, because that is how they stand in the documents from which they are taken here.
CREATE CONSTRAINT bom_value IF NOT EXISTS FOR (v:BomValue) REQUIRE (v.tenantKey, v.kind, v.value, v.id) IS UNIQUE;
CREATE INDEX bom_line_material IF NOT EXISTS FOR (l:BomLine) ON (l.tenantKey, l.materialId, l.styleId);
CREATE INDEX bom_sku_id IF NOT EXISTS FOR (s:BomSku) ON (s.tenantKey, s.skuId, s.styleId);
// A quote within a text is escaped, so that a name between quotes is the name of a field. Its value ends before the next field.
MATCH (l:BomLine) WHERE l.materialId IS NULL
CALL (l) {
  WITH l, substring(split(l.doc, '"materialId":"')[1], 0, 36) AS materialId,
    split(split(l.doc, '"material":')[1], ',"materialName":')[0] AS material,
    split(split(l.doc, '"mpn":')[1], ',"supplierId":')[0] AS mpn,
    split(split(l.doc, '"supplierId":')[1], ',"supplierCode":')[0] AS supplierId,
    split(split(l.doc, '"supplierCode":')[1], ',"supplier":')[0] AS supplierCode,
    split(split(l.doc, '"supplier":')[1], ',"wastageBasis":')[0] AS supplier
  SET l.materialId = materialId
  WITH l, [
    {kind: 'material', value: material, id: materialId},
    {kind: 'mpn', value: mpn, id: materialId},
    {kind: 'supplierId', value: supplierId, id: materialId},
    {kind: 'supplier', value: supplierCode, id: substring(supplierId, 1, 36)},
    {kind: 'supplier', value: supplier, id: substring(supplierId, 1, 36)}
  ] AS rows
  UNWIND rows AS row
  WITH l, row WHERE row.value <> 'null'
  MERGE (v:BomValue {tenantKey: l.tenantKey, kind: row.kind, value: substring(row.value, 1, size(row.value) - 2), id: row.id})
  ON CREATE SET v:Projected:$('Tenant_' + l.tenantKey)
} IN TRANSACTIONS OF 1000 ROWS;
// A SKU is ["<id>","<code>",…]. Codes with characters that JSON writes in another way are noted by the id instead.
MATCH (s:BomStyle)
CALL (s) {
  UNWIND tail(split(replace(replace(s.doc, '\\\\', '\u0001'), '\\"', '\u0002'), '["')) AS part
  WITH s, substring(part, 0, 36) AS skuId, split(substring(part, 39), '"')[0] AS code
  WITH s, skuId, replace(replace(code, '\u0002', '"'), '\u0001', '\\') AS sku
  OPTIONAL MATCH (known:BomSku {tenantKey: s.tenantKey, sku: sku, styleId: s.styleId})
  WHERE coalesce(known.skuId, skuId) = skuId
  SET known.skuId = skuId
  WITH s, skuId, known WHERE known IS NULL
  MERGE (k:BomSku {tenantKey: s.tenantKey, sku: skuId, styleId: s.styleId})
  ON CREATE SET k.skuId = skuId, k:Projected:$('Tenant_' + s.tenantKey)
} IN TRANSACTIONS OF 1000 ROWS;
// Entities are also found by their state, and styles by their season, and what changed since some time in the order in which
// it did. The values are taken from the documents: a quote within a text is escaped, so that a name between quotes is that of
// a field, and attributes stand between the state and the last of the times.
CREATE INDEX listed_state IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.type, e.lifecycleState, e.id);
CREATE INDEX listed_season IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.season, e.id);
CREATE INDEX listed_updated IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.type, e.updatedAt, e.id);
MATCH (e:Listed) WHERE e.updatedAt IS NULL AND e.doc IS NOT NULL
CALL (e) {
  WITH e, split(split(e.doc, '"season":')[1], ',"seasonYear":')[0] AS season
  SET e.lifecycleState = split(split(e.doc, '"lifecycleState":"')[1], '"')[0],
    e.season = CASE WHEN e.type = 'style' AND season <> 'null'
      THEN replace(replace(replace(substring(season, 1, size(season) - 2), '\\\\', '\u0001'), '\\"', '"'), '\u0001', '\\') END,
    e.updatedAt = split(last(split(e.doc, '"updatedAt":"')), '"')[0]
} IN TRANSACTIONS OF 1000 ROWS;
