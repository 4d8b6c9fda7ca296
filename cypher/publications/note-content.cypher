// Remembers what a style holds as a whole, so that the next publication sees whether it changed.
UNWIND $rows AS row
MATCH (s:BomStyle {tenantKey: $tenantKey, styleId: row.styleId})
WHERE s.toSeq = $open
SET s.contentHash = row.contentHash, s.sum = row.sum
