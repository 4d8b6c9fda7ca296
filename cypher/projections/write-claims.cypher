// Records the codes that live entities claim.
UNWIND $rows AS row
MERGE (c:Claim {tenantKey: $tenantKey, id: row.id})
SET c.entityId = row.entityId, c.system = row.system, c.instance = row.instance, c.kind = row.kind, c.value = row.value,
  c:$($tenantLabel)
