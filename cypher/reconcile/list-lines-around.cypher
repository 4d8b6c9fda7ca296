// The lines that styles have since a publication, and those that it ended.
UNWIND $styleIds AS styleId
MATCH (l:BomLine)
USING INDEX SEEK l:BomLine(tenantKey, styleId, fromSeq)
WHERE l.tenantKey = $tenantKey AND l.styleId = styleId AND l.fromSeq <= $seq AND l.toSeq >= $seq
  AND $tenantLabel IN labels(l)
RETURN styleId, l.doc AS doc
