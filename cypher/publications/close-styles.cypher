// Ends the versions of these styles with a publication.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = styleId
SET s.toSeq = $seq
