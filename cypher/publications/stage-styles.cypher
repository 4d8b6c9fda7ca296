// Puts what events say of styles aside until their publication is complete; `doc` is null where nothing changed.
UNWIND $rows AS row
MERGE (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: row.eventKey})
ON CREATE SET s:$($tenantLabel)
SET s.styleId = row.styleId, s.version = row.version, s.part = row.part, s.parts = row.parts,
  s.skuCount = row.skuCount, s.lineCount = row.lineCount, s.rowCount = row.rowCount, s.sum = row.sum,
  s.contentHash = row.contentHash, s.doc = row.doc
