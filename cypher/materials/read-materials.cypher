// name: listDatasets
// One page of an organization's datasets, sorted by ID, with the number of live rows of each.
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, datasetId)
WHERE d.tenantKey = $tenantKey AND d.datasetId > $after AND $tenantLabel IN labels(d)
WITH d
ORDER BY d.tenantKey, d.datasetId
LIMIT $limit
OPTIONAL MATCH (r:DatasetRows)
USING INDEX SEEK r:DatasetRows(tenantKey, datasetId)
WHERE r.tenantKey = $tenantKey AND r.datasetId = d.datasetId
RETURN d.datasetId AS datasetId, d.doc AS doc, coalesce(r.rows, 0) AS rows
ORDER BY d.tenantKey, d.datasetId

// name: listDatasetsOfSystem
// One page of the datasets of a source system, sorted by ID, with the number of live rows of each.
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, system, datasetId)
WHERE d.tenantKey = $tenantKey AND d.system = $system AND d.datasetId > $after AND $tenantLabel IN labels(d)
WITH d
ORDER BY d.tenantKey, d.system, d.datasetId
LIMIT $limit
OPTIONAL MATCH (r:DatasetRows)
USING INDEX SEEK r:DatasetRows(tenantKey, datasetId)
WHERE r.tenantKey = $tenantKey AND r.datasetId = d.datasetId
RETURN d.datasetId AS datasetId, d.doc AS doc, coalesce(r.rows, 0) AS rows
ORDER BY d.tenantKey, d.system, d.datasetId

// name: findDatasets
// Datasets by ID. Datasets that no source declares are left out.
UNWIND $datasetIds AS datasetId
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, datasetId)
WHERE d.tenantKey = $tenantKey AND d.datasetId = datasetId AND $tenantLabel IN labels(d)
RETURN datasetId, d.doc AS doc

// name: findDeclarations
// The stored state of datasets that readers do not see, by ID. Datasets that no source declares are left out.
UNWIND $datasetIds AS datasetId
MATCH (d:ListedDataset)
USING INDEX SEEK d:ListedDataset(tenantKey, datasetId)
WHERE d.tenantKey = $tenantKey AND d.datasetId = datasetId AND $tenantLabel IN labels(d)
RETURN datasetId, d.state AS state

// name: listInputDatasets
// One page of the datasets to which live records or positions refer, declared or not, sorted by ID.
MATCH (r:DatasetRows)
USING INDEX SEEK r:DatasetRows(tenantKey, datasetId)
WHERE r.tenantKey = $tenantKey AND r.datasetId > $after AND r.rows > 0 AND $tenantLabel IN labels(r)
RETURN r.datasetId AS datasetId
ORDER BY r.tenantKey, r.datasetId
LIMIT $limit

// name: listLoads
// The newest loads of each dataset by start time. Of its successful loads, which may be older than any number of
// failures: the one that ended last, the one with the highest watermark, and the one without a watermark that ended
// last.
UNWIND $datasetIds AS datasetId
CALL (datasetId) {
  MATCH (l:DatasetLoad)
  USING INDEX SEEK l:DatasetLoad(tenantKey, datasetId, startedAt, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.startedAt > '' AND l.id >= ''
    AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.startedAt DESC
  LIMIT $newest
  UNION
  MATCH (l:DatasetLoad)
  USING INDEX SEEK l:DatasetLoad(tenantKey, datasetId, status, endedAt, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.status = 'succeeded' AND l.endedAt > ''
    AND l.id >= '' AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.status DESC, l.endedAt DESC
  LIMIT 1
  UNION
  MATCH (l:DatasetLoad)
  USING INDEX SEEK l:DatasetLoad(tenantKey, datasetId, status, sourceWatermarkAt, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.status = 'succeeded' AND l.sourceWatermarkAt > ''
    AND l.id >= '' AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.status DESC, l.sourceWatermarkAt DESC
  LIMIT 1
  UNION
  MATCH (l:DatasetLoad)
  USING INDEX SEEK l:DatasetLoad(tenantKey, datasetId, unmarkedEnd, id)
  WHERE l.tenantKey = $tenantKey AND l.datasetId = datasetId AND l.unmarkedEnd > '' AND l.id >= ''
    AND $tenantLabel IN labels(l)
  RETURN l
  ORDER BY l.tenantKey DESC, l.datasetId DESC, l.unmarkedEnd DESC
  LIMIT 1
}
RETURN datasetId, l.doc AS doc

// name: getApplied
// The time when Kafka received the newest applied change of the organization.
MATCH (a:Applied)
USING INDEX SEEK a:Applied(tenantKey, topic, partition)
WHERE a.tenantKey = $tenantKey AND a.topic >= '' AND a.partition >= 0 AND $tenantLabel IN labels(a)
RETURN max(a.at) AS lastAppliedAt

// name: findReferencesById
// Resolves IDs: of a connected record, of a material without one, of a source record that a connected record contains,
// or of a factory that only positions refer to.
UNWIND $ids AS ref
CALL (ref) {
  MATCH (r:ConnectedRecord)
  USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
  WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id = ref AND $tenantLabel IN labels(r)
  RETURN r.id AS id
  UNION
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = ref AND e.type = $kind AND $tenantLabel IN labels(e)
  RETURN e.id AS id
  UNION
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = ref AND s.kind = $kind AND s.connectedId IS NOT NULL
    AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
  UNION
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, factoryId, id)
  WHERE p.tenantKey = $tenantKey AND p.factoryId = ref AND p.id >= '' AND $kind = 'factory' AND $tenantLabel IN labels(p)
  RETURN p.factoryId AS id
  LIMIT 1
}
RETURN DISTINCT ref, id

// name: findReferencesByRecord
// Resolves records of sources to the connected records that contain them.
UNWIND $records AS record
CALL (record) {
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, system, recordId, id)
  WHERE s.tenantKey = $tenantKey AND s.system = record.system AND s.recordId = record.recordId AND s.id >= ''
    AND s.instance = record.instance AND (record.recordType IS NULL OR s.recordType = record.recordType)
    AND s.kind = $kind AND s.connectedId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
  LIMIT $limit
}
RETURN DISTINCT record.ref AS ref, id

// name: findReferencesByCode
// Resolves codes without a system to the materials that have them, or if there are none, to those that had them before,
// and to the connected records whose source records carry them.
UNWIND $codes AS ref
CALL (ref) {
  MATCH (c:Claim)
  USING INDEX SEEK c:Claim(tenantKey, value, entityId)
  WHERE c.tenantKey = $tenantKey AND c.value = ref AND c.entityId >= '' AND $tenantLabel IN labels(c)
  MATCH (e:Listed)
  USING INDEX SEEK e:Listed(tenantKey, id)
  WHERE e.tenantKey = $tenantKey AND e.id = c.entityId AND e.type = $kind AND $tenantLabel IN labels(e)
  WITH collect({id: e.id, former: coalesce(c.former, false)}) AS owners
  WITH owners, any(owner IN owners WHERE NOT owner.former) AS isClaimed
  UNWIND [owner IN owners WHERE NOT (isClaimed AND owner.former) | owner.id] AS id
  RETURN DISTINCT id
  LIMIT $limit
  UNION
  MATCH (c:RecordCode)
  USING INDEX SEEK c:RecordCode(tenantKey, kind, value, recordId)
  WHERE c.tenantKey = $tenantKey AND c.kind = $kind AND c.value = ref AND c.recordId >= ''
    AND $tenantLabel IN labels(c)
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = c.recordId AND s.live AND s.connectedId IS NOT NULL AND $tenantLabel IN labels(s)
  RETURN s.connectedId AS id
  LIMIT $limit
}
RETURN DISTINCT ref, id

// name: findMasterRecords
// The entities of source records, with whether they are visible, and the entities to which the records were moved by
// `canonicalOf`.
UNWIND $ids AS id
MATCH (e:Entity)
USING INDEX SEEK e:Entity(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND e.type = 'material' AND $tenantLabel IN labels(e)
RETURN e.id AS id, e:Listed AS listed, e.state AS state

// name: findShownMaterial
// Whether a position or an exception shows this code for its material.
CALL () {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, materialCode, id)
  WHERE p.tenantKey = $tenantKey AND p.materialCode = $code AND p.id >= '' AND $tenantLabel IN labels(p)
  RETURN p.id AS id
  LIMIT 1
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, materialCode, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.materialCode = $code AND x.exceptionId >= '' AND $tenantLabel IN labels(x)
  RETURN x.exceptionId AS id
  LIMIT 1
}
RETURN count(id) > 0 AS isShown

// name: findShownFactory
// Whether a position or an exception shows this code for its factory.
CALL () {
  MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, factoryCode, id)
  WHERE p.tenantKey = $tenantKey AND p.factoryCode = $code AND p.id >= '' AND $tenantLabel IN labels(p)
  RETURN p.id AS id
  LIMIT 1
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, factoryCode, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.factoryCode = $code AND x.exceptionId >= '' AND $tenantLabel IN labels(x)
  RETURN x.exceptionId AS id
  LIMIT 1
}
RETURN count(id) > 0 AS isShown

// name: findKnownEndpoints
// What the graph contains about materials and factories, by ID: the visible material, the connected record with one of
// its source records, and a position at the factory.
UNWIND $ids AS id
OPTIONAL MATCH (e:Listed)
USING INDEX SEEK e:Listed(tenantKey, id)
WHERE e.tenantKey = $tenantKey AND e.id = id AND e.type = $kind AND $tenantLabel IN labels(e)
OPTIONAL MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.id = id AND r.kind = $kind AND $tenantLabel IN labels(r)
CALL (id) {
  OPTIONAL MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, connectedId, id)
  WHERE s.tenantKey = $tenantKey AND s.connectedId = id AND s.id >= '' AND s.doc IS NOT NULL
    AND $tenantLabel IN labels(s)
  RETURN s.doc AS source
  LIMIT 1
}
CALL (id) {
  OPTIONAL MATCH (p:OpenPosition)
  USING INDEX SEEK p:OpenPosition(tenantKey, factoryId, id)
  WHERE p.tenantKey = $tenantKey AND p.factoryId = id AND p.id >= '' AND $tenantLabel IN labels(p)
  RETURN p.doc AS position
  LIMIT 1
}
RETURN id, e.doc AS entity, r.label AS label, source, position

// name: listAllPositions
// One page of the open positions of an organization whose material and factory are known, by id.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, id)
WHERE p.tenantKey = $tenantKey AND p.id > $after AND $tenantLabel IN labels(p)
  AND p.materialId IS NOT NULL AND p.factoryId IS NOT NULL
  AND ($system IS NULL OR p.system = $system)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.id
LIMIT $limit

// name: listPositions
// One page of the open positions of a material, by id.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.id > $after AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.id
LIMIT $limit

// name: listPositionsOfSystem
// One page of the open positions of a material in one system, by id.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialId, system, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.system = $system AND p.id > $after
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.system, p.id
LIMIT $limit

// name: listPositionsOfPair
// One page of the open positions of a material at a factory, sorted by ID. There is one for each system and instance,
// so the system is tested on each row.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialId, factoryId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = $materialId AND p.factoryId = $factoryId AND p.id > $after
  AND ($system IS NULL OR p.system = $system) AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialId, p.factoryId, p.id
LIMIT $limit

// name: listPositionsOfFactory
// One page of the open positions at a factory, sorted by ID. The system is tested on each row.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, factoryId, id)
WHERE p.tenantKey = $tenantKey AND p.factoryId = $factoryId AND p.id > $after
  AND ($system IS NULL OR p.system = $system) AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.factoryId, p.id
LIMIT $limit

// name: listPositionsOfMaterialCode
// One page of the open positions that show a code for their material, sorted by ID. Other filters are tested on each
// row.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialCode, id)
WHERE p.tenantKey = $tenantKey AND p.materialCode = $materialCode AND p.id > $after
  AND ($factoryId IS NULL OR p.factoryId = $factoryId) AND ($factoryCode IS NULL OR p.factoryCode = $factoryCode)
  AND ($system IS NULL OR p.system = $system) AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.materialCode, p.id
LIMIT $limit

// name: listPositionsOfFactoryCode
// One page of the open positions that show a code for their factory, sorted by ID. Other filters are tested on each
// row.
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, factoryCode, id)
WHERE p.tenantKey = $tenantKey AND p.factoryCode = $factoryCode AND p.id > $after
  AND ($materialId IS NULL OR p.materialId = $materialId) AND ($system IS NULL OR p.system = $system)
  AND $tenantLabel IN labels(p)
RETURN p.id AS id, p.datasetId AS datasetId, p.doc AS doc
ORDER BY p.tenantKey, p.factoryCode, p.id
LIMIT $limit

// name: listPositionsOfPairs
// The open positions of some systems for pairs of a material and a factory.
UNWIND $pairs AS pair
MATCH (p:OpenPosition)
USING INDEX SEEK p:OpenPosition(tenantKey, materialId, factoryId, id)
WHERE p.tenantKey = $tenantKey AND p.materialId = pair.materialId AND p.factoryId = pair.factoryId
  AND p.id >= '' AND p.system IN $systems AND $tenantLabel IN labels(p)
RETURN p.materialId AS materialId, p.factoryId AS factoryId, p.datasetId AS datasetId, p.doc AS doc

// name: listExceptions
// One page of the exceptions of a status, by id.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, status, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.exceptionId > $after
  AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.status, x.exceptionId
LIMIT $limit

// name: listExceptionsOfSeverity
// One page of the exceptions of a status with a stored severity, by id.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, status, severity, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.severity = $severity AND x.exceptionId > $after
  AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.status, x.severity, x.exceptionId
LIMIT $limit

// name: listExceptionsOfCode
// One page of the exceptions of a status and a code, by id.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, status, code, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.code = $code AND x.exceptionId > $after
  AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.status, x.code, x.exceptionId
LIMIT $limit

// name: listExceptionsOfMaterial
// One page of the exceptions with a status at one material, sorted by ID. Other filters are tested on each row.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, materialKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.materialKey = $materialId AND x.exceptionId > $after AND x.status = $status
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId)
  AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode) AND ($code IS NULL OR x.code = $code)
  AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.materialKey, x.exceptionId
LIMIT $limit

// name: listExceptionsOfMaterialCode
// One page of the exceptions with a status that show a code for their material, sorted by ID. Other filters are tested
// on each row.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, materialCode, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.materialCode = $materialCode AND x.exceptionId > $after AND x.status = $status
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId)
  AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode) AND ($code IS NULL OR x.code = $code)
  AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.materialCode, x.exceptionId
LIMIT $limit

// name: listExceptionsOfFactory
// One page of the exceptions with a status at one factory, sorted by ID. The exception code is tested on each row.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, factoryKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.factoryKey = $factoryId AND x.exceptionId > $after AND x.status = $status
  AND ($code IS NULL OR x.code = $code) AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.factoryKey, x.exceptionId
LIMIT $limit

// name: listExceptionsOfFactoryCode
// One page of the exceptions with a status that show a code for their factory, sorted by ID. Other filters are tested
// on each row.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, factoryCode, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.factoryCode = $factoryCode AND x.exceptionId > $after AND x.status = $status
  AND ($code IS NULL OR x.code = $code) AND $tenantLabel IN labels(x)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey, x.factoryCode, x.exceptionId
LIMIT $limit

// name: listExceptionsOfMaterials
// One page of the exceptions with a status at some materials, sorted by ID. Other filters are tested on each row.
UNWIND $materialIds AS materialId
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, materialKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.materialKey = materialId AND x.exceptionId > $after AND x.status = $status
  AND ($severities IS NULL OR x.severity IN $severities) AND ($code IS NULL OR x.code = $code)
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId) AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
  AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.exceptionId
LIMIT $limit

// name: listExceptionsOfMaterialsSeen
// One page of the exceptions with a status at some materials, sorted by the time when they were first seen, newest
// first. Other filters are tested on each row.
UNWIND $materialIds AS materialId
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, materialKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.materialKey = materialId AND x.exceptionId >= '' AND x.status = $status
  AND x.seenKey < $after
  AND ($severities IS NULL OR x.severity IN $severities) AND ($code IS NULL OR x.code = $code)
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId) AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
  AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.seenKey AS seenKey, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.seenKey DESC
LIMIT $limit

// name: listExceptionsSeen
// One page of the exceptions with a status, sorted by the time when they were first seen, newest first. Other filters
// are tested on each row.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, status, seenKey)
WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.seenKey >= coalesce($since, '') AND x.seenKey < $after
  AND ($materialCode IS NULL OR x.materialCode = $materialCode)
  AND ($severities IS NULL OR x.severity IN $severities) AND ($code IS NULL OR x.code = $code)
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId) AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
  AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.seenKey AS seenKey, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc
ORDER BY x.tenantKey DESC, x.status DESC, x.seenKey DESC
LIMIT $limit

// name: findNominatedMaterials
// The materials with a supplier as a nominated one. No other value can look like this property, because quotes within
// values are escaped.
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Entity {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, toId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.toId = $supplierId AND l.sortKey >= 'SUPPLIED_BY/' AND l.sortKey < 'SUPPLIED_BY0'
  AND l.doc CONTAINS '"isNominated":true'
RETURN l.fromId AS materialId

// name: findNominatedSuppliers
// The nominated suppliers of materials.
UNWIND $ids AS id
MATCH (a:Entity {tenantKey: $tenantKey})-[l:LINK]->(b:Listed {tenantKey: $tenantKey})
USING INDEX SEEK l:LINK(tenantKey, fromId, sortKey)
WHERE l.tenantKey = $tenantKey AND l.fromId = id AND l.sortKey >= 'SUPPLIED_BY/' AND l.sortKey < 'SUPPLIED_BY0'
  AND l.doc CONTAINS '"isNominated":true'
RETURN id AS materialId, b.doc AS doc

// name: countExceptions
// Counts exceptions by the values that `by` names: `kind` is the code, the served severity, and the systems. `material`
// and `factory` are the ID of the endpoint, or an empty text and its code if it has no ID. Each count comes with its
// lowest code and lowest exception ID. Exactly one of the first seven parameters is given, and exceptions are read from
// its index. The other branches return nothing, because nothing equals null.
CALL () {
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, status, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.status = $ofStatus AND x.exceptionId >= '' AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, status, severity, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.severity IN $ofSeverities AND x.exceptionId >= ''
    AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, status, code, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.status = $status AND x.code = $ofCode AND x.exceptionId >= ''
    AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, materialKey, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.materialKey IN $ofMaterialIds AND x.exceptionId >= '' AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, materialCode, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.materialCode = $ofMaterialCode AND x.exceptionId >= ''
    AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, factoryKey, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.factoryKey = $ofFactoryId AND x.exceptionId >= '' AND $tenantLabel IN labels(x)
  RETURN x
  UNION ALL
  MATCH (x:PositionException)
  USING INDEX SEEK x:PositionException(tenantKey, factoryCode, exceptionId)
  WHERE x.tenantKey = $tenantKey AND x.factoryCode = $ofFactoryCode AND x.exceptionId >= ''
    AND $tenantLabel IN labels(x)
  RETURN x
}
WITH x, CASE
    WHEN x.quantity AND any(datasetId IN x.datasetIds WHERE datasetId IN $staleIds) THEN $lowered[x.severity]
    ELSE x.severity
  END AS severity
WHERE x.status = $status AND ($code IS NULL OR x.code = $code) AND ($severity IS NULL OR severity = $severity)
  AND ($factoryId IS NULL OR x.factoryKey = $factoryId) AND ($factoryCode IS NULL OR x.factoryCode = $factoryCode)
  AND ($system IS NULL OR $system IN x.systems) AND ($since IS NULL OR x.seenKey >= $since)
  AND ($datasetIds IS NULL OR any(id IN x.datasetIds WHERE id IN $datasetIds))
WITH x, severity,
  CASE $by WHEN 'material' THEN x.materialKey WHEN 'factory' THEN x.factoryKey END AS key,
  CASE $by WHEN 'material' THEN x.materialCode WHEN 'factory' THEN x.factoryCode END AS code
WHERE $by = 'kind' OR code IS NOT NULL
WITH x, code, CASE
    WHEN $by = 'kind' THEN [x.code, severity] + x.systems
    // The key of an endpoint without an ID is a reference, which contains a colon.
    WHEN coalesce(key, ':') CONTAINS ':' THEN ['', code]
    ELSE [key]
  END AS value
RETURN value, coalesce(min(code), '') AS code, min(x.exceptionId) AS exceptionId, count(*) AS exceptions
ORDER BY exceptions DESC, code, value
LIMIT $limit

// name: findExceptions
// Exceptions by ID.
UNWIND $ids AS id
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.exceptionId = id AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.doc AS doc

// name: getException
// One exception, open or resolved, with its explanation.
MATCH (x:PositionException)
USING INDEX SEEK x:PositionException(tenantKey, exceptionId)
WHERE x.tenantKey = $tenantKey AND x.exceptionId = $exceptionId AND $tenantLabel IN labels(x)
RETURN x.exceptionId AS exceptionId, x.code AS code, x.severity AS severity, x.quantity AS quantity,
  x.datasetIds AS datasetIds, x.doc AS doc, x.explanation AS explanation

// name: getRecord
// One connected record.
MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id = $id AND $tenantLabel IN labels(r)
RETURN r.doc AS doc

// name: listRecords
// The next connected records, sorted by ID. A record without a source record of the given system has no document.
MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS id, CASE WHEN $system IS NULL OR $system IN r.systems THEN r.doc END AS doc
ORDER BY r.tenantKey, r.id
LIMIT $limit

// name: listRecordsOfKind
// The next connected records of a kind, sorted by ID. A record without a source record of the given system has no
// document.
MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, kind, id)
WHERE r.tenantKey = $tenantKey AND r.kind = $kind AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS id, CASE WHEN $system IS NULL OR $system IN r.systems THEN r.doc END AS doc
ORDER BY r.tenantKey, r.kind, r.id
LIMIT $limit

// name: listRecordsOfState
// The next connected records with a match state, sorted by ID. A record of another kind, or without a source record of
// the given system, has no document.
MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, matchState, id)
WHERE r.tenantKey = $tenantKey AND r.matchState = $matchState AND r.id > $after AND $tenantLabel IN labels(r)
RETURN r.id AS id, CASE WHEN r.kind IN $kinds AND ($system IS NULL OR $system IN r.systems) THEN r.doc END AS doc
ORDER BY r.tenantKey, r.matchState, r.id
LIMIT $limit

// name: findRecords
// One page of the connected records whose label contains all words, or whose source records carry one of the given
// codes, sorted by ID. If there are more than $most hits, the index's own score decides which are read.
CALL () {
  CALL db.index.fulltext.queryNodes('connected_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {skip: $most, limit: 1})
  YIELD node AS r
  WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
  RETURN count(r) > 0 AS truncated
}
CALL (truncated) {
  UNWIND $kinds AS kind
  UNWIND $codes AS code
  MATCH (c:RecordCode)
  USING INDEX SEEK c:RecordCode(tenantKey, kind, value, recordId)
  WHERE c.tenantKey = $tenantKey AND c.kind = kind AND c.value = code AND c.recordId >= ''
    AND $tenantLabel IN labels(c)
  MATCH (s:SourceRecord)
  USING INDEX SEEK s:SourceRecord(tenantKey, id)
  WHERE s.tenantKey = $tenantKey AND s.id = c.recordId AND s.live AND $tenantLabel IN labels(s)
  MATCH (r:ConnectedRecord)
  USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
  WHERE r.tenantKey = $tenantKey AND r.kind = kind AND r.id = s.connectedId AND $tenantLabel IN labels(r)
  RETURN r
  LIMIT $most
  UNION
  CALL db.index.fulltext.queryNodes('connected_words', '+tenantKey:' + $tenantKey + ' ' + $terms, {limit: $most})
  YIELD node AS r
  WHERE r.tenantKey = $tenantKey AND $tenantLabel IN labels(r)
  RETURN r
}
WITH r, truncated
WHERE r.id > $after AND r.kind IN $kinds AND ($system IS NULL OR $system IN r.systems)
  AND ($matchState IS NULL OR r.matchState = $matchState)
WITH r, truncated ORDER BY r.id LIMIT $limit
RETURN r.id AS id, r.doc AS doc, truncated

// name: listRecordTypes
// The record types of a source system, with the number of live records of each.
MATCH (t:RecordTypeRows)
USING INDEX SEEK t:RecordTypeRows(tenantKey, system, recordType, id)
WHERE t.tenantKey = $tenantKey AND t.system = $system AND t.recordType >= '' AND t.id >= ''
  AND $tenantLabel IN labels(t)
RETURN t.instance AS instance, t.recordType AS recordType, t.datasetId AS datasetId, t.rows AS rows
ORDER BY t.tenantKey, t.system, t.recordType
LIMIT $limit

// name: listObservedFields
// The fields in the records of a source system, sorted by record type and name.
MATCH (f:ObservedField)
USING INDEX SEEK f:ObservedField(tenantKey, system, recordType, name, id)
WHERE f.tenantKey = $tenantKey AND f.system = $system AND f.recordType >= '' AND f.name >= ''
  AND f.id >= '' AND $tenantLabel IN labels(f)
RETURN f.instance AS instance, f.recordType AS recordType, f.datasetId AS datasetId, f.name AS name, f.type AS type,
  coalesce(f.isHidden, false) AS isHidden, f.firstSeenAt AS firstSeenAt
ORDER BY f.tenantKey, f.system, f.recordType, f.name
LIMIT $limit

// name: listSourceRecords
// The records of a source system with one ID, with the connected record that contains each.
MATCH (s:SourceRecord)
USING INDEX SEEK s:SourceRecord(tenantKey, system, recordId, id)
WHERE s.tenantKey = $tenantKey AND s.system = $system AND s.recordId = $recordId AND s.id >= ''
  AND ($recordType IS NULL OR s.recordType = $recordType) AND s.doc IS NOT NULL AND $tenantLabel IN labels(s)
WITH s
LIMIT $limit
OPTIONAL MATCH (r:ConnectedRecord)
USING INDEX SEEK r:ConnectedRecord(tenantKey, id)
WHERE r.tenantKey = $tenantKey AND r.kind = s.kind AND r.id = s.connectedId
RETURN s.instance AS instance, s.recordType AS recordType, s.kind AS kind, s.connectedId AS connectedId, s.doc AS doc,
  r.doc AS connected

// name: listDeadLetterKeys
// The instances and record types of a source system that have dead letters.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, system, recordType, recordId, at)
WHERE l.tenantKey = $tenantKey AND l.system = $system AND l.recordType >= '' AND l.recordId >= '' AND l.at > ''
  AND $tenantLabel IN labels(l)
WITH l
LIMIT $limit
RETURN DISTINCT l.instance AS instance, l.recordType AS recordType

// name: listRecordDeadLetters
// The newest dead letters of the records of a source system with one id.
MATCH (l:DeadLetter)
USING INDEX SEEK l:DeadLetter(tenantKey, system, recordId, at)
WHERE l.tenantKey = $tenantKey AND l.system = $system AND l.recordId = $recordId AND l.at > ''
  AND ($recordType IS NULL OR l.recordType = $recordType) AND $tenantLabel IN labels(l)
RETURN l.instance AS instance, l.recordType AS recordType, l.reason AS reason, l.detail AS detail, l.at AS at,
  l.partition AS partition, l.offset AS offset
ORDER BY l.tenantKey DESC, l.system DESC, l.recordId DESC, l.at DESC
LIMIT $limit
