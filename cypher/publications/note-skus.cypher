// Remembers in which styles a SKU code was seen.
UNWIND $rows AS row
MERGE (s:BomSku {tenantKey: $tenantKey, sku: row.sku, styleId: row.styleId})
ON CREATE SET s:$($tenantLabel)
