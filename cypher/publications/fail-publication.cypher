// Ends a publication that will not be visible, and says why.
MATCH (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
SET p.status = $status, p.reason = $reason, p.endedAt = $endedAt
