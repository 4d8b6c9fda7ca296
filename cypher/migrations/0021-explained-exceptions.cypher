// Exceptions are listed by when they began, too. What is open is evaluated again, in bounded transactions, by the reconciler:
// it stores the steps that led to it. A resolved exception stays as it was when it was last found.
CREATE INDEX exception_seen IF NOT EXISTS FOR (x:PositionException) ON (x.tenantKey, x.status, x.seenKey);
// No other value looks like this one, because quotes within values are escaped. A time has 24 characters.
MATCH (x:PositionException) WHERE x.seenKey IS NULL
CALL (x) {
  SET x.seenKey = substring(split(x.doc, '"firstSeenAt":"')[1], 0, 24) + x.exceptionId
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (x:PositionException) WHERE x.status = 'open' AND x.explanation IS NULL AND x.materialKey <> '' AND x.factoryKey <> ''
CALL (x) {
  CREATE (q:Invalidation {tenantKey: x.tenantKey, id: randomUUID(), kind: 'pair', key: x.materialKey, other: x.factoryKey,
    hint: '', after: ''})
  SET q:Projected:$('Tenant_' + x.tenantKey)
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (x:PositionException) WHERE x.status = 'open' AND x.explanation IS NULL AND (x.materialKey = '' OR x.factoryKey = '')
CALL (x) {
  MATCH (s:SourceRecord {tenantKey: x.tenantKey, connectedId: x.materialKey + x.factoryKey})
  CREATE (q:Invalidation {tenantKey: s.tenantKey, id: randomUUID(), kind: 'record', key: s.id, other: '', hint: '', after: ''})
  SET q:Projected:$('Tenant_' + s.tenantKey)
} IN TRANSACTIONS OF 5000 ROWS;
