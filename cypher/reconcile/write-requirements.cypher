// Writes what open production is for and where it is.
UNWIND $rows AS row
MATCH (r:Requirement {tenantKey: $tenantKey, id: row.id})
SET r.styleId = row.styleId, r.skuId = row.skuId, r.factoryId = row.factoryId
