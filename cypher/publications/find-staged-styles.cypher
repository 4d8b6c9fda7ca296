// Which sendings of these styles came so far.
UNWIND $styleIds AS styleId
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, styleId: styleId})
USING INDEX s:StagedStyle(tenantKey, snapshotId, styleId)
RETURN s.styleId AS styleId, s.version AS version
