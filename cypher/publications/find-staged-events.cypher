// Which of these events are part of a publication that is being built.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
RETURN s.eventKey AS key
