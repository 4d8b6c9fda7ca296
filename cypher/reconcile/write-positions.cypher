// Writes to which pair positions belong. A position that was changed meanwhile is left: it has a mark of its own.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.id = p.id
WITH p, row
WHERE p:OpenPosition AND p.doc = row.was
SET p.materialId = row.materialId, p.factoryId = row.factoryId, p.materialKey = row.materialKey,
  p.factoryKey = row.factoryKey, p.doc = row.doc
