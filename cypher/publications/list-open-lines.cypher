// The lines that the newest snapshot holds of these styles, or that are already open for the next one.
UNWIND $styleIds AS styleId
MATCH (l:BomLine)
USING INDEX l:BomLine(tenantKey, toSeq, styleId)
WHERE l.tenantKey = $tenantKey AND l.toSeq = $open AND l.styleId = styleId
RETURN l.styleId AS styleId, l.hash AS hash
