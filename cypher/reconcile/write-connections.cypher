// Writes which connected records show source records.
UNWIND $rows AS row
MATCH (s:SourceRecord {tenantKey: $tenantKey, id: row.id})
SET s.connectedId = row.connectedId
