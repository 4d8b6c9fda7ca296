// name: getPositions
// Open positions by id.
UNWIND $ids AS id
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, id)
WHERE p.tenantKey = $tenantKey AND p.id = id AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.materialRef AS materialRef, p.factoryRef AS factoryRef, p.materialId AS materialId,
  p.factoryId AS factoryId, p.materialKey AS materialKey, p.factoryKey AS factoryKey, p.supplierRef AS supplierRef,
  p.saidMaterial AS saidMaterial, p.saidFactory AS saidFactory, p.doc AS doc, p.state AS state

// name: writePositions
// Writes the pairs of positions. A position whose references have changed in the meantime is skipped, because it was
// invalidated again. If its other values have changed, its document is left unchanged until its pair is evaluated.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.id = p.id
WITH p, row
WHERE p:OpenPosition AND p.materialRef = row.materialRef AND p.factoryRef = row.factoryRef
SET p.materialId = row.materialId, p.factoryId = row.factoryId, p.materialKey = row.materialKey,
  p.factoryKey = row.factoryKey, p.materialCode = row.materialCode, p.factoryCode = row.factoryCode,
  p.doc = CASE p.doc WHEN row.was THEN row.doc ELSE p.doc END

// name: findOwnersOfCodes
// The visible entities that have codes now or had them before. A code without a system matches that of any system.
UNWIND $codes AS code
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, kind, value, system, instance)
WHERE c.tenantKey = $tenantKey AND c.kind = code.kind AND c.value = code.value AND c.system >= '' AND c.instance >= ''
  AND (code.system = '*' OR c.system = code.system) AND $tenantLabel IN labels(c)
MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = c.entityId AND $tenantLabel IN labels(e)
RETURN DISTINCT code.system AS system, code.kind AS kind, code.value AS value, e.id AS id, e.type AS type,
  e.label AS label, coalesce(c.former, false) AS former

// name: listClaimsOfEntities
// The current and previous codes of entities. They are found by the IDs of the claims, which begin with the ID of the
// entity.
UNWIND $ids AS entityId
MATCH (c:Claim)
USING INDEX SEEK c:Claim(tenantKey, id)
WHERE c.tenantKey = $tenantKey AND c.id STARTS WITH entityId + '/' AND $tenantLabel IN labels(c)
RETURN entityId, c.system AS system, c.kind AS kind, c.value AS value, coalesce(c.former, false) AS former

// name: findFactoriesOfCodes
// The factory records that carry codes, including those that were deleted in their source. A code without a system
// matches that of any system.
UNWIND $codes AS code
MATCH (c:RecordCode)
USING INDEX SEEK c:RecordCode(tenantKey, codeKind, value, system, recordId)
WHERE c.tenantKey = $tenantKey AND c.codeKind = code.kind AND c.value = code.value AND c.system >= '' AND c.recordId >= ''
  AND (code.system = '*' OR c.system IN ['*', code.system]) AND c.kind = 'factory' AND $tenantLabel IN labels(c)
RETURN DISTINCT code.system AS system, code.kind AS kind, code.value AS value, c.recordId AS recordId

// name: findFacilitiesOfRecords
// The facility IDs that live factory records carry. The list is empty if a record carries none.
UNWIND $ids AS id
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, id)
WHERE s.tenantKey = $tenantKey AND s.id = id AND s.live AND s.kind = 'factory' AND $tenantLabel IN labels(s)
CALL (id) {
  MATCH (c:RecordCode)
  USING INDEX SEEK c:RecordCode(tenantKey, recordId, id)
  WHERE c.tenantKey = $tenantKey AND c.recordId = id AND c.id >= '' AND c.codeKind = 'facility_id'
    AND $tenantLabel IN labels(c)
  RETURN collect(DISTINCT c.value) AS facilities
}
RETURN id, s.recordId AS code, facilities

// name: findNamedRecords
// The live factory records with a record ID in a source.
UNWIND $names AS name
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, system, recordId, id)
WHERE s.tenantKey = $tenantKey AND s.system = name.system AND s.recordId = name.recordId AND s.id >= ''
  AND s.instance = name.instance AND s.live AND s.kind = 'factory' AND $tenantLabel IN labels(s)
RETURN name.system AS system, name.instance AS instance, name.recordId AS recordId, s.id AS id

// name: getEntities
// Entities by ID. Only a visible entity has a document.
UNWIND $ids AS id
MATCH (e:Entity)
USING INDEX SEEK e:Entity(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND $tenantLabel IN labels(e)
RETURN e.id AS id, e.type AS type, e.doc AS doc, e.state AS state

// name: getSourceRecords
// Source records by id, in any state.
UNWIND $ids AS id
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, id)
WHERE s.tenantKey = $tenantKey AND s.id = id AND $tenantLabel IN labels(s)
RETURN s.id AS id, s.kind AS kind, s.live AS live, s.connectedId AS connectedId, s.doc AS doc,
  s.state AS state

// name: listRecordsOfConnected
// The source records of connected records.
UNWIND $ids AS connectedId
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, connectedId, id)
WHERE s.tenantKey = $tenantKey AND s.connectedId = connectedId AND s.id >= '' AND $tenantLabel IN labels(s)
RETURN s.id AS id, s.kind AS kind, s.live AS live, s.connectedId AS connectedId, s.doc AS doc,
  s.state AS state

// name: getConnectedLabels
// The labels of connected records.
UNWIND $ids AS id
MATCH (c:ConnectedRecord)
USING INDEX SEEK c:ConnectedRecord(tenantKey, id)
WHERE c.tenantKey = $tenantKey AND c.id = id AND $tenantLabel IN labels(c)
RETURN c.id AS id, c.kind AS kind, c.label AS label, c.doc AS doc

// name: writeConnectedRecords
// Writes connected records, which combine all source records of a material or factory.
UNWIND $rows AS row
MERGE (c:ConnectedRecord {tenantKey: $tenantKey, id: row.id})
SET c += row, c:Projected:$($tenantLabel)

// name: deleteConnectedRecords
// Deletes connected records that no longer have a source record.
UNWIND $ids AS id
MATCH (c:ConnectedRecord {tenantKey: $tenantKey, id: id})
DELETE c

// name: writeConnections
// Writes the connected record of each source record.
UNWIND $rows AS row
MATCH (s:SourceRecord {tenantKey: $tenantKey, id: row.id})
SET s.connectedId = row.connectedId

// name: getRequirements
// Open production by ID. Deleted production has no document.
UNWIND $ids AS id
MATCH (r:Requirement)
USING INDEX SEEK r:Requirement(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.id = id AND $tenantLabel IN labels(r)
RETURN r.id AS id, r.styleRef AS styleRef, r.skuRef AS skuRef, r.factoryRef AS factoryRef, r.styleId AS styleId,
  r.skuId AS skuId, r.factoryId AS factoryId

// name: writeRequirements
// Writes the style or SKU and the factory of open production.
UNWIND $rows AS row
MATCH (r:Requirement {tenantKey: $tenantKey, id: row.id})
SET r.styleId = row.styleId, r.skuId = row.skuId, r.factoryId = row.factoryId

// name: listStylesOfSkus
// The styles of SKUs.
UNWIND $ids AS id
MATCH (s:Entity {tenantKey: $tenantKey})-[l:LINK]->(k:Listed {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.toId = id AND l.sortKey >= 'HAS_SKU/' AND l.sortKey < 'HAS_SKU0'
RETURN id AS skuId, s.id AS styleId
