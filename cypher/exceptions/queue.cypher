// name: lockReconciliation
// Locks the reconciliation of an organization until the transaction ends, by writing its node. Only one reconciler
// works at a time.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
SET r.tenantKey = $tenantKey, r:$($tenantLabel)

// name: getConnected
// Whether the organization ever had cross-system data. Before that, changes invalidate nothing.
MATCH (r:Reconciliation)
USING INDEX SEEK r:Reconciliation(tenantKey)
WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
RETURN coalesce(r.isConnected, false) AS isConnected

// name: setConnected
// Stores whether the organization has cross-system data.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
SET r.isConnected = $isConnected, r:$($tenantLabel)

// name: createInvalidations
// Adds invalidations, always as new nodes: another transaction may be deleting a node with the same key, and properties
// that are set on such a node are lost without an error.
UNWIND $rows AS row
CREATE (q:Invalidation {tenantKey: $tenantKey, id: randomUUID(), kind: row.kind, key: row.key, other: row.other,
  hint: row.hint, after: row.after})
SET q:Projected:$($tenantLabel)

// name: mergeInvalidations
// Adds invalidations that are not in the queue yet. The caller holds the lock of the organization.
UNWIND $rows AS row
MERGE (q:Invalidation {tenantKey: $tenantKey, kind: row.kind, key: row.key, other: row.other, hint: row.hint})
ON CREATE SET q.id = randomUUID(), q:Projected:$($tenantLabel)
SET q:$($labels), q.after = CASE WHEN q.after < row.after THEN q.after ELSE row.after END

// name: listInvalidations
// The next invalidations: those of the first kind that has any, then those of the following kinds.
UNWIND $kinds AS kind
CALL (kind) {
  MATCH (q:Invalidation)
  USING INDEX SEEK q:Invalidation(tenantKey, kind, key, other, hint)
  WHERE q.tenantKey = $tenantKey AND q.kind = kind AND q.key >= '' AND q.other >= '' AND q.hint >= ''
    AND $tenantLabel IN labels(q)
  RETURN q
  ORDER BY q.tenantKey, q.kind, q.key
  LIMIT $limit
}
RETURN q.id AS id, q.kind AS kind, q.key AS key, q.other AS other, q.hint AS hint, q.after AS after
LIMIT $limit

// name: listInvalidationsOfRebuild
// The next invalidations that a rebuild waits for, in the order of `listInvalidations`.
UNWIND $kinds AS kind
CALL (kind) {
  MATCH (q:RebuildEntry)
  USING INDEX SEEK q:RebuildEntry(tenantKey, kind, key, other, hint)
  WHERE q.tenantKey = $tenantKey AND q.kind = kind AND q.key >= '' AND q.other >= '' AND q.hint >= ''
    AND $tenantLabel IN labels(q)
  RETURN q
  ORDER BY q.tenantKey, q.kind, q.key
  LIMIT $limit
}
RETURN q.id AS id, q.kind AS kind, q.key AS key, q.other AS other, q.hint AS hint, q.after AS after
LIMIT $limit

// name: awaitInvalidations
// Labels all current invalidations, so that a rebuild waits for them.
MATCH (q:Invalidation)
USING INDEX SEEK q:Invalidation(tenantKey, id)
WHERE q.tenantKey = $tenantKey AND q.id >= ''
SET q:RebuildEntry

// name: deleteInvalidations
// Deletes invalidations that were taken from the queue.
UNWIND $ids AS id
MATCH (q:Invalidation {tenantKey: $tenantKey, id: id})
DELETE q

// name: invalidateMaterials
// Invalidates the next materials of an organization.
CALL () {
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, type, id)
  WHERE e.tenantKey = $tenantKey AND e.type = 'material' AND e.id > $after AND $tenantLabel IN labels(e)
  RETURN e.id AS id
  ORDER BY e.tenantKey, e.type, e.id
  LIMIT $limit
}
UNWIND ['material', 'places'] AS kind
MERGE (q:Invalidation {tenantKey: $tenantKey, kind: kind, key: id, other: '', hint: ''})
ON CREATE SET q.id = randomUUID(), q:Projected:$($tenantLabel)
SET q:$($labels), q.after = ''
RETURN '' AS key, max(id) AS last, count(DISTINCT id) AS found

// name: invalidateSupplied
// Invalidates the next materials of suppliers.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
    USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
    WHERE l.tenantKey = $tenantKey AND l.toId = row.key AND l.sortKey > row.after AND l.sortKey >= 'SUPPLIED_BY/'
      AND l.sortKey < 'SUPPLIED_BY0'
    RETURN l.fromId AS id, l.sortKey AS sortKey
    ORDER BY l.tenantKey, l.toId, l.sortKey
    LIMIT $limit
  }
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: 'material', key: id, other: '', hint: ''})
  ON CREATE SET q.id = randomUUID(), q:Projected:$($tenantLabel)
  SET q:$($labels), q.after = ''
  RETURN max(sortKey) AS last, count(*) AS found
}
RETURN row.key AS key, last, found

// name: invalidatePairsOfMaterial
// Invalidates the next pairs of materials that have positions or open exceptions.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (p:OpenPosition)
    USING INDEX SEEK p:OpenPosition(tenantKey, materialKey, id)
    WHERE p.tenantKey = $tenantKey AND p.materialKey = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
    RETURN p.id AS id, p.factoryKey AS other
    ORDER BY p.tenantKey, p.materialKey, p.id
    LIMIT $limit
    UNION ALL
    MATCH (e:PositionException)
    USING INDEX SEEK e:PositionException(tenantKey, materialKey, exceptionId)
    WHERE e.tenantKey = $tenantKey AND e.materialKey = row.key AND e.exceptionId > row.after AND e.status = 'open'
      AND e.factoryKey <> '' AND $tenantLabel IN labels(e)
    RETURN e.exceptionId AS id, e.factoryKey AS other
    ORDER BY e.tenantKey, e.materialKey, e.exceptionId
    LIMIT $limit
  }
  WITH id, other
  ORDER BY id
  LIMIT $limit
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: 'pair', key: row.key, other: other, hint: ''})
  ON CREATE SET q.id = randomUUID(), q.after = '', q:Projected:$($tenantLabel)
  SET q:$($labels)
  RETURN max(id) AS last, count(*) AS found
}
RETURN row.key AS key, last, found

// name: invalidatePairsOfFactory
// Invalidates the next pairs of factories that have positions or open exceptions.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (p:OpenPosition)
    USING INDEX SEEK p:OpenPosition(tenantKey, factoryKey, id)
    WHERE p.tenantKey = $tenantKey AND p.factoryKey = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
    RETURN p.id AS id, p.materialKey AS material
    ORDER BY p.tenantKey, p.factoryKey, p.id
    LIMIT $limit
    UNION ALL
    MATCH (e:PositionException)
    USING INDEX SEEK e:PositionException(tenantKey, factoryKey, exceptionId)
    WHERE e.tenantKey = $tenantKey AND e.factoryKey = row.key AND e.exceptionId > row.after AND e.status = 'open'
      AND e.materialKey <> '' AND $tenantLabel IN labels(e)
    RETURN e.exceptionId AS id, e.materialKey AS material
    ORDER BY e.tenantKey, e.factoryKey, e.exceptionId
    LIMIT $limit
  }
  WITH id, material
  ORDER BY id
  LIMIT $limit
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: 'pair', key: material, other: row.key, hint: ''})
  ON CREATE SET q.id = randomUUID(), q.after = '', q:Projected:$($tenantLabel)
  SET q:$($labels)
  RETURN max(id) AS last, count(*) AS found
}
RETURN row.key AS key, last, found

// name: invalidatePairsOfExceptions
// Invalidates the next pairs that have an open exception of a code.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (e:PositionException)
    USING INDEX SEEK e:PositionException(tenantKey, status, code, exceptionId)
    WHERE e.tenantKey = $tenantKey AND e.status = 'open' AND e.code = row.key AND e.exceptionId > row.after
      AND $tenantLabel IN labels(e)
    RETURN e.exceptionId AS id, e.materialKey AS material, e.factoryKey AS factory
    ORDER BY e.tenantKey, e.status, e.code, e.exceptionId
    LIMIT $limit
  }
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: 'pair', key: material, other: factory, hint: ''})
  ON CREATE SET q.id = randomUUID(), q.after = '', q:Projected:$($tenantLabel)
  SET q:$($labels)
  RETURN max(id) AS last, count(*) AS found
}
RETURN row.key AS key, last, found

// name: invalidateCode
// Invalidates the next positions and open production, by ID, that refer to codes.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (p:OpenPosition)
    USING INDEX SEEK p:OpenPosition(tenantKey, namedMaterial, id)
    WHERE p.tenantKey = $tenantKey AND p.namedMaterial = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
    RETURN 'position' AS kind, p.id AS id
    ORDER BY p.tenantKey, p.namedMaterial, p.id
    LIMIT $limit
    UNION ALL
    MATCH (p:OpenPosition)
    USING INDEX SEEK p:OpenPosition(tenantKey, namedFactory, id)
    WHERE p.tenantKey = $tenantKey AND p.namedFactory = row.key AND p.id > row.after AND $tenantLabel IN labels(p)
    RETURN 'position' AS kind, p.id AS id
    ORDER BY p.tenantKey, p.namedFactory, p.id
    LIMIT $limit
    UNION ALL
    MATCH (r:Requirement)
    USING INDEX SEEK r:Requirement(tenantKey, namedProduct, id)
    WHERE r.tenantKey = $tenantKey AND r.namedProduct = row.key AND r.id > row.after AND $tenantLabel IN labels(r)
    RETURN 'requirement' AS kind, r.id AS id
    ORDER BY r.tenantKey, r.namedProduct, r.id
    LIMIT $limit
    UNION ALL
    MATCH (r:Requirement)
    USING INDEX SEEK r:Requirement(tenantKey, namedFactory, id)
    WHERE r.tenantKey = $tenantKey AND r.namedFactory = row.key AND r.id > row.after AND $tenantLabel IN labels(r)
    RETURN 'requirement' AS kind, r.id AS id
    ORDER BY r.tenantKey, r.namedFactory, r.id
    LIMIT $limit
  }
  WITH DISTINCT kind, id
  ORDER BY id
  LIMIT $limit
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: kind, key: id, other: '', hint: ''})
  ON CREATE SET q.id = randomUUID(), q.after = '', q:Projected:$($tenantLabel)
  SET q:$($labels)
  RETURN max(id) AS last, count(*) AS found
}
RETURN row.key AS key, last, found

// name: invalidateCarriers
// Invalidates the next source records that carry codes.
UNWIND $rows AS row
CALL (row) {
  CALL (row) {
    MATCH (c:RecordCode)
    USING INDEX SEEK c:RecordCode(tenantKey, kind, value, recordId)
    WHERE c.tenantKey = $tenantKey AND c.kind = 'material' AND c.value = row.value AND c.recordId > row.after
      AND c.codeKind = row.codeKind AND $tenantLabel IN labels(c)
    RETURN c.recordId AS id
    ORDER BY c.tenantKey, c.kind, c.value, c.recordId
    LIMIT $limit
    UNION ALL
    MATCH (c:RecordCode)
    USING INDEX SEEK c:RecordCode(tenantKey, kind, value, recordId)
    WHERE c.tenantKey = $tenantKey AND c.kind = 'factory' AND c.value = row.value AND c.recordId > row.after
      AND c.codeKind = row.codeKind AND $tenantLabel IN labels(c)
    RETURN c.recordId AS id
    ORDER BY c.tenantKey, c.kind, c.value, c.recordId
    LIMIT $limit
  }
  WITH DISTINCT id
  ORDER BY id
  LIMIT $limit
  MERGE (q:Invalidation {tenantKey: $tenantKey, kind: 'record', key: id, other: '', hint: ''})
  ON CREATE SET q.id = randomUUID(), q.after = '', q:Projected:$($tenantLabel)
  SET q:$($labels)
  RETURN max(id) AS last, count(*) AS found
}
RETURN row.key AS key, last, found
