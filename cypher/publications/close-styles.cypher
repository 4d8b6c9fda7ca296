// Ends the versions of these styles with a publication.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle {tenantKey: $tenantKey, styleId: styleId})
WHERE s.toSeq = $open
SET s.toSeq = $seq
