// What the newest snapshot holds of these styles, by its hash.
UNWIND $styleIds AS styleId
MATCH (s:BomStyle {tenantKey: $tenantKey, styleId: styleId})
WHERE s.toSeq = $open
RETURN s.styleId AS styleId, s.hash AS hash, s.contentHash AS contentHash, s.sum AS sum
