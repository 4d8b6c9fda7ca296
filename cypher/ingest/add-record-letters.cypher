// Remembers source records that were put aside.
UNWIND $rows AS row
MERGE (l:RecordLetter {tenantKey: $tenantKey, id: row.id})
SET l.system = row.system, l.instance = row.instance, l.recordType = row.recordType, l.recordId = row.recordId,
  l.reason = row.reason, l.detail = row.detail, l.at = row.at, l.partition = toInteger(row.partition),
  l.offset = toInteger(row.offset),
  l:$($tenantLabel)
