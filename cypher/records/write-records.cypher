// name: lockSourceRecords
// Locks each source record until the transaction ends and returns its stored state. The ID is written first, which
// takes the lock before anything is read.
UNWIND $ids AS id
MERGE (s:SourceRecord {tenantKey: $tenantKey, id: id})
SET s.id = id, s:Projected:$($tenantLabel)
RETURN s.id AS id, s.state AS state, s.kind AS kind, s.datasetId AS datasetId, s.live AS live, s.codes AS codes

// name: writeSourceRecords
// Writes source records. Of a deleted record, only its version is kept.
UNWIND $rows AS row
MATCH (s:SourceRecord {tenantKey: $tenantKey, id: row.id})
SET s.kind = row.kind, s.system = row.system, s.instance = row.instance, s.recordType = row.recordType,
  s.recordId = row.recordId, s.datasetId = row.datasetId, s.live = row.live, s.codes = row.codes, s.doc = row.doc,
  s.state = row.state

// name: writeRecordCodes
// Stores the codes that source records carry.
UNWIND $rows AS row
MERGE (c:RecordCode {tenantKey: $tenantKey, id: row.id})
SET c.recordId = row.recordId, c.kind = row.kind, c.system = row.system, c.instance = row.instance,
  c.codeKind = row.codeKind, c.value = row.value, c:Projected:$($tenantLabel)

// name: deleteRecordCodes
// Deletes codes that source records no longer carry.
UNWIND $ids AS id
MATCH (c:RecordCode {tenantKey: $tenantKey, id: id})
DELETE c

// name: lockPositions
// Locks each position until the transaction ends and returns its stored state. The ID is written first, which takes the
// lock before anything is read.
UNWIND $ids AS id
MERGE (p:Position {tenantKey: $tenantKey, id: id})
SET p.id = id, p:Projected:$($tenantLabel)
RETURN p.id AS id, p.state AS state, p.materialRef AS materialRef, p.factoryRef AS factoryRef,
  p.supplierRef AS supplierRef, p.materialId AS materialId, p.factoryId AS factoryId, p.materialKey AS materialKey,
  p.factoryKey AS factoryKey, p.datasetId AS datasetId, p.doc AS doc

// name: openPositions
// Writes positions and makes them visible.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.system = row.system, p.instance = row.instance, p.subject = row.subject, p.datasetId = row.datasetId,
  p.materialRef = row.materialRef, p.factoryRef = row.factoryRef, p.supplierRef = row.supplierRef,
  p.namedMaterial = row.namedMaterial, p.namedFactory = row.namedFactory,
  p.saidMaterial = row.saidMaterial, p.saidFactory = row.saidFactory, p.materialId = row.materialId, p.factoryId = row.factoryId,
  p.materialCode = row.materialCode, p.factoryCode = row.factoryCode, p.doc = row.doc, p.state = row.state, p:OpenPosition

// name: closePositions
// Hides deleted positions. Their versions are kept, so that a late event cannot restore them.
UNWIND $rows AS row
MATCH (p:Position {tenantKey: $tenantKey, id: row.id})
SET p.state = row.state, p.system = null, p.instance = null, p.subject = null, p.datasetId = null, p.materialRef = null,
  p.factoryRef = null, p.supplierRef = null, p.materialId = null, p.factoryId = null, p.materialKey = null,
  p.factoryKey = null, p.namedMaterial = null,
  p.namedFactory = null, p.saidMaterial = null, p.saidFactory = null, p.materialCode = null, p.factoryCode = null, p.doc = null
REMOVE p:OpenPosition

// name: lockRequirements
// Locks each requirement until the transaction ends and returns its stored state. The ID is written first, which takes
// the lock before anything is read.
UNWIND $ids AS id
MERGE (r:Requirement {tenantKey: $tenantKey, id: id})
SET r.id = id, r:Projected:$($tenantLabel)
RETURN r.id AS id, r.state AS state, r.styleRef AS styleRef, r.skuRef AS skuRef, r.factoryRef AS factoryRef,
  r.styleId AS styleId, r.skuId AS skuId, r.factoryId AS factoryId, r.units AS units

// name: writeRequirements
// Writes requirements. Of a deleted requirement, only its version is kept.
UNWIND $rows AS row
MATCH (r:Requirement {tenantKey: $tenantKey, id: row.id})
SET r.styleRef = row.styleRef, r.skuRef = row.skuRef, r.factoryRef = row.factoryRef,
  r.namedProduct = row.namedProduct, r.namedFactory = row.namedFactory, r.styleId = row.styleId,
  r.skuId = row.skuId, r.factoryId = row.factoryId, r.units = toInteger(row.units), r.doc = row.doc, r.state = row.state

// name: lockDatasets
// Locks each dataset until the transaction ends and returns its stored state. The ID is written first, which takes the
// lock before anything is read.
UNWIND $ids AS id
MERGE (d:Dataset {tenantKey: $tenantKey, datasetId: id})
SET d.datasetId = id, d:Projected:$($tenantLabel)
RETURN d.datasetId AS id, d.state AS state

// name: publishDatasets
// Writes datasets and makes them visible.
UNWIND $rows AS row
MATCH (d:Dataset {tenantKey: $tenantKey, datasetId: row.id})
SET d.system = row.system, d.doc = row.doc, d.state = row.state, d:ListedDataset

// name: unpublishDatasets
// Hides deleted datasets. Their versions are kept, so that a late event cannot restore them.
UNWIND $rows AS row
MATCH (d:Dataset {tenantKey: $tenantKey, datasetId: row.id})
SET d.system = null, d.doc = null, d.state = row.state
REMOVE d:ListedDataset

// name: lockDatasetLoads
// Locks each load until the transaction ends and returns its stored state. The ID is written first, which takes the
// lock before anything is read.
UNWIND $ids AS id
MERGE (l:DatasetLoad {tenantKey: $tenantKey, id: id})
SET l.id = id, l:Projected:$($tenantLabel)
RETURN l.id AS id, l.state AS state

// name: writeDatasetLoads
// Writes loads. Of a deleted load, only its version is kept.
UNWIND $rows AS row
MATCH (l:DatasetLoad {tenantKey: $tenantKey, id: row.id})
SET l.datasetId = row.datasetId, l.runId = row.runId, l.system = row.system, l.status = row.status,
  l.startedAt = row.startedAt, l.endedAt = row.endedAt, l.sourceWatermarkAt = row.sourceWatermarkAt,
  l.unmarkedEnd = row.unmarkedEnd, l.doc = row.doc, l.state = row.state

// name: observeFields
// Stores the fields that records contain. `firstSeenAt` is the earliest time in the source, so the order of arrival
// does not matter. Only an earlier time is written, so other transactions take no lock.
UNWIND $rows AS row
MERGE (f:ObservedField {tenantKey: $tenantKey, id: row.id})
ON CREATE SET f.system = row.system, f.instance = row.instance, f.recordType = row.recordType,
  f.datasetId = row.datasetId, f.name = row.name, f.type = row.type, f.isHidden = row.isHidden,
  f.firstSeenAt = row.at, f:Projected:$($tenantLabel)
WITH f, row
WHERE row.at < f.firstSeenAt
SET f.id = row.id
SET f.firstSeenAt = CASE WHEN row.at < f.firstSeenAt THEN row.at ELSE f.firstSeenAt END

// name: countDatasetRows
// Adds to the number of live rows of datasets. A count of 0 is deleted.
UNWIND $rows AS row
MERGE (r:DatasetRows {tenantKey: $tenantKey, datasetId: row.datasetId})
ON CREATE SET r.rows = 0, r:Projected:$($tenantLabel)
SET r.datasetId = row.datasetId
SET r.rows = r.rows + toInteger(row.delta)
WITH r
WHERE r.rows = 0
DELETE r

// name: countRecordTypeRows
// Adds to the number of live records of record types. A count of 0 is deleted.
UNWIND $rows AS row
MERGE (r:RecordTypeRows {tenantKey: $tenantKey, id: row.id})
ON CREATE SET r.system = row.system, r.instance = row.instance, r.recordType = row.recordType,
  r.datasetId = row.datasetId, r.rows = 0, r:Projected:$($tenantLabel)
SET r.id = row.id
SET r.rows = r.rows + toInteger(row.delta)
WITH r
WHERE r.rows = 0
DELETE r

// name: noteApplied
// Stores when Kafka received the newest applied change of the organization in a partition.
MERGE (a:Applied {tenantKey: $tenantKey, topic: $topic, partition: $partition})
SET a.topic = $topic, a:Projected:$($tenantLabel)
SET a.at = CASE WHEN a.at > $at THEN a.at ELSE $at END
