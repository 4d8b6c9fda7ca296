// Which sendings of these styles came so far.
UNWIND $styleIds AS styleId
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, styleId: styleId})
RETURN s.styleId AS styleId, s.version AS version
