// Hides deleted positions; their versions stay, so that a late event cannot bring them back.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.state = row.state, p.system = null, p.instance = null, p.subject = null, p.datasetId = null, p.materialRef = null,
  p.factoryRef = null, p.supplierRef = null, p.materialId = null, p.factoryId = null, p.materialKey = null,
  p.factoryKey = null, p.doc = null
REMOVE p:OpenPosition
