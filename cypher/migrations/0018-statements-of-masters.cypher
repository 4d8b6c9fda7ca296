// Connected records show what the system that owns a material says about it. Those that are there are made again, in bounded
// transactions, by the reconciler.
MATCH (s:SourceRecord) WHERE s.connectedId IS NOT NULL AND s.kind = 'material'
CALL (s) {
  CREATE (q:Invalidation {tenantKey: s.tenantKey, id: randomUUID(), kind: 'record', key: s.id, other: '', hint: '', after: ''})
  SET q:Projected:$('Tenant_' + s.tenantKey)
} IN TRANSACTIONS OF 5000 ROWS;
