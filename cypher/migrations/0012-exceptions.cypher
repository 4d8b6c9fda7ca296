// What may look different is said by invalidations, one a change and key; positions and open production are found by what
// they name, whichever system is meant. Exceptions are computed anew, all of them: they did not say what they rest on.
CREATE CONSTRAINT invalidation_id IF NOT EXISTS FOR (q:Invalidation) REQUIRE (q.tenantKey, q.id) IS UNIQUE;
CREATE INDEX invalidation_order IF NOT EXISTS FOR (q:Invalidation) ON (q.tenantKey, q.kind, q.key, q.other, q.hint);
CREATE INDEX rebuild_entry_order IF NOT EXISTS FOR (q:RebuildEntry) ON (q.tenantKey, q.kind, q.key, q.other, q.hint);
CREATE INDEX open_position_named_material IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.namedMaterial, p.id);
CREATE INDEX open_position_named_factory IF NOT EXISTS FOR (p:OpenPosition) ON (p.tenantKey, p.namedFactory, p.id);
CREATE INDEX requirement_named_product IF NOT EXISTS FOR (r:Requirement) ON (r.tenantKey, r.namedProduct, r.id);
CREATE INDEX requirement_named_factory IF NOT EXISTS FOR (r:Requirement) ON (r.tenantKey, r.namedFactory, r.id);
DROP INDEX open_position_refs IF EXISTS;
DROP INDEX open_position_factory_ref IF EXISTS;
DROP INDEX open_position_material_ref IF EXISTS;
DROP INDEX requirement_style_ref IF EXISTS;
DROP INDEX requirement_sku_ref IF EXISTS;
DROP INDEX requirement_factory_ref IF EXISTS;
DROP CONSTRAINT recheck_id IF EXISTS;
DROP INDEX recheck_tenant IF EXISTS;
MATCH (n:Recheck) CALL (n) { DELETE n } IN TRANSACTIONS OF 500 ROWS;
MATCH (n:PositionException) CALL (n) { DELETE n } IN TRANSACTIONS OF 5000 ROWS;
// A reference is code:<system>:<kind>:<value>, record:<system>:<instance>:<record id> or id:<uuid>.
MATCH (p:OpenPosition) WHERE p.namedMaterial IS NULL
CALL (p) {
  WITH p, split(p.materialRef, ':') AS material, split(p.factoryRef, ':') AS factory
  SET p.namedMaterial = CASE material[0]
      WHEN 'code' THEN substring(p.materialRef, size('code:' + material[1] + ':'))
      ELSE p.materialRef END,
    p.namedFactory = CASE factory[0]
      WHEN 'code' THEN substring(p.factoryRef, size('code:' + factory[1] + ':'))
      WHEN 'record' THEN 'record_id:' + substring(p.factoryRef, size('record:' + factory[1] + ':' + factory[2] + ':'))
      ELSE p.factoryRef END
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (r:Requirement) WHERE r.doc IS NOT NULL AND r.namedProduct IS NULL
CALL (r) {
  WITH r, coalesce(r.styleRef, r.skuRef) AS ref
  WITH r, ref, split(ref, ':') AS product, split(r.factoryRef, ':') AS factory
  SET r.namedProduct = CASE product[0]
      WHEN 'code' THEN substring(ref, size('code:' + product[1] + ':'))
      ELSE ref END,
    r.namedFactory = CASE factory[0]
      WHEN 'code' THEN substring(r.factoryRef, size('code:' + factory[1] + ':'))
      WHEN 'record' THEN 'record_id:' + substring(r.factoryRef, size('record:' + factory[1] + ':' + factory[2] + ':'))
      ELSE r.factoryRef END
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (n:Position|SourceRecord|Requirement|Dataset) WITH DISTINCT n.tenantKey AS tenantKey, 'Tenant_' + n.tenantKey AS label
MERGE (r:Reconciliation {tenantKey: tenantKey}) SET r.isConnected = true, r:$(label);
UNWIND [['position', 'OpenPosition'], ['record', 'SourceRecord'], ['requirement', 'Requirement']] AS of
MATCH (n:OpenPosition|SourceRecord|Requirement) WHERE of[1] IN labels(n)
CALL (n, of) {
  CREATE (q:Invalidation {tenantKey: n.tenantKey, id: randomUUID(), kind: of[0], key: n.id, other: '', hint: '', after: ''})
  SET q:Projected:$('Tenant_' + n.tenantKey)
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (r:Reconciliation) WHERE r.isConnected
CREATE (q:Invalidation {tenantKey: r.tenantKey, id: randomUUID(), kind: 'everything', key: '', other: '', hint: '', after: ''})
SET q:Projected:$('Tenant_' + r.tenantKey);
