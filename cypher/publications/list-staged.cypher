// What was put aside of a publication, by event.
MATCH (s:StagedStyle)
USING INDEX s:StagedStyle(tenantKey, snapshotId, eventKey)
WHERE s.tenantKey = $tenantKey AND s.snapshotId = $snapshotId AND s.eventKey > $after
RETURN s.eventKey AS eventKey, s.styleId AS styleId, s.version AS version, s.part AS part, s.parts AS parts,
  s.skuCount AS skuCount, s.lineCount AS lineCount, s.rowCount AS rowCount, s.sum AS sum, s.contentHash AS contentHash,
  s.doc IS NOT NULL AS changed, size(s.doc) AS size
ORDER BY s.tenantKey, s.snapshotId, s.eventKey
LIMIT $limit
