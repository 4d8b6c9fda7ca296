// What the newest snapshot holds of these styles, by its hash.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle)
USING INDEX s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId = styleId
RETURN s.styleId AS styleId, s.hash AS hash, s.contentHash AS contentHash, s.sum AS sum
