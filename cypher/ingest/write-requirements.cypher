// Writes requirements; of a deleted one only its versions stay.
UNWIND $rows AS row
MATCH (r:Requirement {tenantKey: $tenantKey, id: row.id})
SET r.styleRef = row.styleRef, r.skuRef = row.skuRef, r.factoryRef = row.factoryRef, r.styleId = row.styleId,
  r.skuId = row.skuId, r.factoryId = row.factoryId, r.units = toInteger(row.units), r.doc = row.doc, r.state = row.state
