// Rows of BOMs are also filtered by the section of their line and by the type of its material. Values are taken from the
// documents as those before were: a quote within a text is escaped, so that a name between quotes is the name of a field.
MATCH (l:BomLine)
CALL (l) {
  WITH l, split(split(l.doc, '"section":')[1], ',"placement":')[0] AS section,
    split(split(l.doc, '"materialType":')[1], ',"mpn":')[0] AS materialType
  UNWIND [{kind: 'section', value: section}, {kind: 'materialType', value: materialType}] AS row
  WITH l, row WHERE row.value <> 'null'
  MERGE (v:BomValue {tenantKey: l.tenantKey, kind: row.kind, value: substring(row.value, 1, size(row.value) - 2), id: l.materialId})
  ON CREATE SET v:Projected:$('Tenant_' + l.tenantKey)
} IN TRANSACTIONS OF 1000 ROWS;
