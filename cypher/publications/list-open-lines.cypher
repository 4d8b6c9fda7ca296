// The lines that the newest snapshot holds of these styles, or that are already open for the next one.
UNWIND $styleIds AS styleId
MATCH (l:BomLine {tenantKey: $tenantKey, styleId: styleId})
WHERE l.toSeq = $open
RETURN l.styleId AS styleId, l.hash AS hash
