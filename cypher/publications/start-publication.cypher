// Begins a publication.
MERGE (p:Publication {tenantKey: $tenantKey, snapshotId: $snapshotId})
ON CREATE SET p:$($tenantLabel), p.status = 'building', p.offset = $offset, p.eventKey = $eventKey, p.started = $started
