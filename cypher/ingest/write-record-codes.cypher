// Records the codes that live source records carry.
UNWIND $rows AS row
MERGE (c:RecordCode {tenantKey: $tenantKey, id: row.id})
SET c.recordId = row.recordId, c.kind = row.kind, c.system = row.system, c.instance = row.instance,
  c.codeKind = row.codeKind, c.value = row.value, c:$($tenantLabel)
