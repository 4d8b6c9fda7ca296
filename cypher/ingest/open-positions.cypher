// Writes positions and shows them to readers.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.system = row.system, p.instance = row.instance, p.subject = row.subject, p.datasetId = row.datasetId,
  p.materialRef = row.materialRef, p.factoryRef = row.factoryRef, p.supplierRef = row.supplierRef,
  p.materialId = row.materialId, p.factoryId = row.factoryId, p.doc = row.doc, p.state = row.state, p:OpenPosition
