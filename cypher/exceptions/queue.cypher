// name: lockReconciliation
// Lets one reconciler of an organization work at a time: writing the node locks it until the transaction ends.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
SET r.tenantKey = $tenantKey, r:$($tenantLabel)

// name: getConnected
// Whether the organization ever had connected data: before that no change invalidates anything.
MATCH (r:Reconciliation)
USING INDEX SEEK r:Reconciliation(tenantKey)
WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
RETURN coalesce(r.isConnected, false) AS isConnected

// name: setConnected
// Notes whether the organization has connected data.
MERGE (r:Reconciliation {tenantKey: $tenantKey})
SET r.isConnected = $isConnected, r:$($tenantLabel)

// name: createInvalidations
// Says what may look different. Never merged: another transaction may be deleting a node of the same key, and what is set
// on a node that is being deleted is lost without an error.
UNWIND $rows AS row
CREATE (q:Invalidation {tenantKey: $tenantKey, id: randomUUID(), kind: row.kind, key: row.key, other: row.other,
  hint: row.hint, after: row.after})
SET q:Projected:$($tenantLabel)

// name: mergeInvalidations
// Adds what may look different, unless that waits already. The caller holds the lock of the organization.
UNWIND $rows AS row
MERGE (q:Invalidation {tenantKey: $tenantKey, kind: row.kind, key: row.key, other: row.other, hint: row.hint})
ON CREATE SET q.id = randomUUID(), q:Projected:$($tenantLabel)
SET q:$($labels), q.after = CASE WHEN q.after < row.after THEN q.after ELSE row.after END

// name: listInvalidations
// The next invalidations: those of the first kind that has any, and then of the next ones.
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
// The next invalidations that a rebuild waits for, in the same order.
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
// Has a rebuild wait for everything that is invalid now.
MATCH (q:Invalidation)
USING INDEX SEEK q:Invalidation(tenantKey, id)
WHERE q.tenantKey = $tenantKey AND q.id >= ''
SET q:RebuildEntry

// name: deleteInvalidations
// Forgets invalidations that were taken.
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
// Invalidates the next materials that suppliers supply.
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
// Invalidates what names codes next: positions and open production, by their ids.
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
