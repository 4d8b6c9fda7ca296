// Remembers what a style holds as a whole, so that the next publication sees whether it changed.
UNWIND $rows AS row
MATCH (s:BomStyle)
USING INDEX s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = row.styleId
SET s.contentHash = row.contentHash, s.sum = row.sum
