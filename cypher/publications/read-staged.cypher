// What these events say of their styles.
UNWIND $keys AS key
MATCH (s:StagedStyle {tenantKey: $tenantKey, snapshotId: $snapshotId, eventKey: key})
RETURN s.eventKey AS eventKey, s.doc AS doc
