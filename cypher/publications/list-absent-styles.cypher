// Styles of the newest snapshot that a publication does not carry, by id.
MATCH (s:BomStyle)
USING INDEX s:BomStyle(tenantKey, toSeq, styleId)
WHERE s.tenantKey = $tenantKey AND s.toSeq = $open AND s.styleId > $after
  AND NOT EXISTS { MATCH (g:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, styleId: s.styleId}) }
RETURN s.styleId AS styleId
ORDER BY s.tenantKey, s.toSeq, s.styleId
LIMIT $limit
