// Ends the versions of these lines with a publication.
UNWIND $rows AS row
MATCH (l:BomLine)
USING INDEX l:BomLine(tenantKey, toSeq, styleId)
WHERE l.tenantKey = $tenantKey AND l.toSeq = $open AND l.styleId = row.styleId AND l.hash = row.hash
SET l.toSeq = $seq
