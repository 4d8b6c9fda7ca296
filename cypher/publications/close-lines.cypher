// Ends the versions of these lines with a publication.
UNWIND $rows AS row
MATCH (l:BomLine {tenantKey: $tenantKey, styleId: row.styleId})
WHERE l.toSeq = $open AND l.hash = row.hash
SET l.toSeq = $seq
