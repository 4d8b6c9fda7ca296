// Writes what all systems say about a material or factory.
UNWIND $rows AS row
MERGE (c:ConnectedRecord {tenantKey: $tenantKey, id: row.id})
SET c += row, c:$($tenantLabel)
