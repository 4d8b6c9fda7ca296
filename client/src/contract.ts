// The types of the Tenant Data API 1.0. Made by client/generator of its published contract; do not edit.

export type BomPublication = {
  id: EntityId
  type: 'bom_publication'
  /** What people call it: its code and its name. Searched by `q`. */
  label: string
  /** Where it stands in its life. */
  lifecycleState: 'completed'
  /** Its codes in other systems, former ones too. */
  externalReferences: ExternalReference[]
  attributes: BomPublicationAttributes
  /** Counts the applied changes of the entity. */
  revision: number
  /** Time of the first event about it. */
  createdAt: string
  /** Time of the last event about it. */
  updatedAt: string
}

export type BomPublicationAttributes = {
  publicationNumber: number
  snapshotId: string
  mode: 'full_replacement'
  startedAt: Timestamp
  completedAt: Timestamp
  sourceSystem: string
  sourceRunId: string | null
  styleCount: number
  skuCount: number
  lineCount: number
  rowCount: number
  contentHash: string | null
  previousPublicationId: EntityId | null
}

/** The frozen yields of one completed publication. */
export type BomSnapshot = {
  snapshotId: SnapshotId
  /** The publication as an entity of the graph. */
  publicationId: string
  /** Counts the completed publications of the organization. */
  publicationNumber: number
  effectiveAt: Timestamp
  startedAt: Timestamp
  completedAt: Timestamp
  sourceSystem: string
  styleCount: number
  skuCount: number
  /** Yield rows of the snapshot. */
  rowCount: number
  /** Order-free hash of the rows, as sources compute it. */
  contentHash: string | null
  previousSnapshotId: SnapshotId | null
  /** Null for the newest, which is never retired. */
  availableUntil: Timestamp | null
}

export type BomSnapshotPage = {
  data: BomSnapshot[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** What one SKU takes of one BOM line. */
export type BomYield = {
  snapshotId: SnapshotId
  /** Opaque; the same line and SKU have the same one in every snapshot. */
  matchKey: string
  styleId: EntityId
  /** Style number. */
  style: string
  skuId: EntityId
  /** SKU code. */
  sku: string
  colorwayCode: string | null
  sizeCode: string | null
  /** The line’s stable id in its source. */
  bomLineRef: string | null
  lineNumber: number
  section: string | null
  placement: string | null
  materialId: EntityId
  /** Material number. */
  material: string
  materialName: string | null
  materialType: string | null
  materialColorCode: string | null
  /** The supplier’s article number. */
  mpn: string | null
  supplierId: EntityId | null
  supplierCode: string | null
  /** Name of the supplier. */
  supplier: string | null
  netYield: Decimal
  wastagePercent: Decimal
  /** `on_net`: gross = net × (1 + w/100); `on_gross`: net = gross × (1 − w/100). */
  wastageBasis: 'on_net' | 'on_gross'
  grossYield: Decimal
  /** Garments that the yields are for. */
  yieldPerUnits: 1 | 12
  uom: UnitOfMeasure
  /** For one garment in the base unit of the material; null where there is no exact finite value. */
  netYieldBase: Decimal | null
  grossYieldBase: Decimal | null
  baseUom: UnitOfMeasure | null
  yieldStage: 'costing' | 'booking' | 'bulk' | 'actual'
  isPrimary: boolean
  source: {
    system: string
    recordId: string
    /** Revision of the BOM in its source. */
    recordVersion: string | null
    /** When the source first sent the line as it is. */
    extractedAt: string
  }
}

/** What became of one row between two snapshots. */
export type BomYieldChange = {
  changeType: ChangeType
  changedFields: ('style' | 'sku' | 'material' | 'materialColorCode' | 'mpn' | 'supplierCode' | 'netYield' | 'wastagePercent' | 'wastageBasis' | 'grossYield' | 'uom' | 'yieldPerUnits' | 'section' | 'placement' | 'isPrimary' | 'yieldStage')[]
  /** Of gross yield for one garment in base units; null for added and removed rows. */
  yieldDirection: 'increased' | 'decreased' | 'equal' | 'not_comparable' | null
  matchKey: string
  style: string
  sku: string
  placement: string | null
  before: BomYieldRow | null
  after: BomYieldRow | null
  delta: YieldDelta | null
}

export type BomYieldChangeCounts = {
  /** All of them: as many as `listBomYieldChanges` lists. */
  rows: number
  changeType: {
    added: number
    removed: number
    changed: number
    unchanged: number
  }
  /** Of changed and unchanged rows; added and removed ones have no direction. */
  yieldDirection: {
    increased: number
    decreased: number
    equal: number
    not_comparable: number
  }
}

export type BomYieldChangePage = {
  data: BomYieldChange[]
  links: PageLinks
  meta: {
    /** Empty when there is nothing to be said. */
    notices: ComparisonNotice[]
    fromSnapshot: ComparedSnapshot
    toSnapshot: ComparedSnapshot
  }
}

/** What changed between two snapshots, counted, and where most did. */
export type BomYieldChangeSummary = {
  from: ComparedSnapshot
  to: ComparedSnapshot
  counts: BomYieldChangeCounts
  touched: TouchedCounts
  /** The `top` styles with most rows, the most first, then by key, bytewise, and ID. */
  byStyle: ChangesOfThing[]
  /** The `top` materials with most rows, the most first, then by key, bytewise, and ID. */
  byMaterial: ChangesOfThing[]
  /** The `top` suppliers with most rows, the most first, then by key, bytewise, and ID. */
  bySupplier: ChangesOfThing[]
  /** The `top` rows by the size of `grossPercent`, whatever its sign, the largest first, then by match key and style ID. Rows without one (added, removed, from nothing, not comparable) come after all that have one. */
  largest: BomYieldChange[]
}

export type BomYieldChangeSummaryResponse = {
  data: BomYieldChangeSummary
  meta: {
    /** As of `listBomYieldChanges`. */
    notices: ComparisonNotice[]
  }
}

export type BomYieldPage = {
  data: BomYield[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    snapshot: ComparedSnapshot
  }
}

/** A yield row as a change shows it. */
export type BomYieldRow = {
  /** Opaque; the same line and SKU have the same one in every snapshot. */
  matchKey: string
  styleId: EntityId
  /** Style number. */
  style: string
  skuId: EntityId
  /** SKU code. */
  sku: string
  colorwayCode: string | null
  sizeCode: string | null
  /** The line’s stable id in its source. */
  bomLineRef: string | null
  lineNumber: number
  section: string | null
  placement: string | null
  materialId: EntityId
  /** Material number. */
  material: string
  materialName: string | null
  materialType: string | null
  materialColorCode: string | null
  /** The supplier’s article number. */
  mpn: string | null
  supplierId: EntityId | null
  supplierCode: string | null
  /** Name of the supplier. */
  supplier: string | null
  netYield: Decimal
  wastagePercent: Decimal
  /** `on_net`: gross = net × (1 + w/100); `on_gross`: net = gross × (1 − w/100). */
  wastageBasis: 'on_net' | 'on_gross'
  grossYield: Decimal
  /** Garments that the yields are for. */
  yieldPerUnits: 1 | 12
  uom: UnitOfMeasure
  /** For one garment in the base unit of the material; null where there is no exact finite value. */
  netYieldBase: Decimal | null
  grossYieldBase: Decimal | null
  baseUom: UnitOfMeasure | null
  yieldStage: 'costing' | 'booking' | 'bulk' | 'actual'
  isPrimary: boolean
}

export type CarriedOverFromRelationship = {
  id: EntityId
  type: 'CARRIED_OVER_FROM'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    fromSeason: string | null
    toSeason: string | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

/** How many rows name one style, material or supplier, before or after. */
export type ChangesOfThing = {
  id: EntityId
  /** Style number, material number or supplier code, as the later of both snapshots has it. */
  key: string
  /** The key and the name as far as rows have one: those of styles have none. */
  label: string
  rows: number
  /** Rows whose `yieldDirection` this is. */
  increased: number
  /** Rows whose `yieldDirection` this is. */
  decreased: number
}

export type ChangeType = 'added' | 'removed' | 'changed' | 'unchanged'

export type ComparedSnapshot = {
  snapshotId: SnapshotId
  completedAt: Timestamp
}

/** What is worth knowing of a comparison beside its rows. */
export type ComparisonNotice = {
  /** `same_snapshot`: both sides are one snapshot; `no_such_value`: a filter’s value is in neither snapshot; `unreadable_rows`: rows are left out, because what is stored of them does not fit this contract. */
  code: 'same_snapshot' | 'no_such_value' | 'unreadable_rows'
  /** The filter of `no_such_value`; else null. */
  name: string | null
  detail: string
}

export type ConnectedField = {
  name: string
  value: string | boolean | string[] | null
  unit: string | null
  sourceSystem: string
  recordId: string
  observedAt: Timestamp
  /** True when another live source says something else. */
  conflict: boolean
}

export type ConnectedKind = 'material' | 'factory'

/** What all systems say about one material or factory. */
export type ConnectedRecord = {
  kind: ConnectedKind
  /** Orders lists; of a matched material its canonical entity id. */
  id: string
  /** May be passed back as `ref`. */
  ref: string
  label: string
  /** Null when no material or no operator is known. */
  canonicalEntityId: EntityId | null
  match: {
    state: MatchState
    /** Null unless source records were matched. */
    method: 'exact_key' | 'crosswalk' | null
    candidates: EntityId[]
  }
  /** One resolved value a field, by name. */
  fields: ConnectedField[]
  sourceRecords: SourceRecord[]
  /** Of a factory. */
  operatorSupplierId: EntityId | null
  /** Of a factory. */
  countryCode: string | null
  /** Of a factory. */
  capabilities: string[]
  /** Of a factory. */
  sourcingModels: ('cmt' | 'fob')[]
}

export type ConnectedRecordPage = {
  data: ConnectedRecord[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    /** True when `q` has more hits than are looked at. */
    truncated: boolean
  }
}

export type ConnectedRecordResponse = {
  data: ConnectedRecord
  meta: Record<string, unknown>
}

/** An export of kind bom_yield_changes, with the parameters that it takes. */
export type CreateBomYieldChangesExport = {
  kind: 'bom_yield_changes'
  parameters?: {
    /** From the latest snapshot completed by the end of this UTC day. */
    from?: string | undefined
    /** To the latest snapshot completed by the end of this UTC day. */
    to?: string | undefined
    /** From this snapshot; not together with `from`. */
    fromSnapshotId?: string | undefined
    /** To this snapshot; not together with `to`. */
    toSnapshotId?: string | undefined
    /** SKU code, exactly, before or after. */
    sku?: string | undefined
    /** Style number, exactly, before or after. */
    style?: string | undefined
    /** Article number of the supplier, exactly, before or after. */
    mpn?: string | undefined
    /** Name or code of the supplier, exactly, before or after. */
    supplier?: string | undefined
    /** Number or ID of the material, exactly, before or after. */
    material?: string | undefined
    /** Only rows that became this. */
    changeType?: 'added' | 'removed' | 'changed' | 'unchanged' | undefined
    /**
     * Lists unchanged rows too; they are left out otherwise.
     * @default false
     */
    includeUnchanged?: boolean | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind bom_yields, with the parameters that it takes. */
export type CreateBomYieldsExport = {
  kind: 'bom_yields'
  parameters?: {
    /** A completed snapshot; the latest when absent. */
    snapshotId?: string | undefined
    /** Number or ID of the style, exactly. */
    style?: string | undefined
    /** Code or ID of the SKU, exactly. */
    sku?: string | undefined
    /** Number or ID of the material, exactly. */
    material?: string | undefined
    /** Code, name or ID of the supplier, exactly. */
    supplier?: string | undefined
    /** Article number of the supplier, exactly. */
    mpn?: string | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind dataset_freshness, with the parameters that it takes. */
export type CreateDatasetFreshnessExport = {
  kind: 'dataset_freshness'
  parameters?: {
    datasetId?: DatasetId | undefined
    status?: FreshnessStatus | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind entities, with the parameters that it takes. */
export type CreateEntitiesExport = {
  kind: 'entities'
  parameters?: {
    /** Only entities of this type. */
    type?: 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication' | undefined
    /** Words that the label must hold, as wholes or prefixes; case and accents do not count. Whole labels and codes come first. */
    q?: string | undefined
    /** Only entities in this state; each type has its own (listEntityTypes). */
    lifecycleState?: 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped' | 'planned' | 'active' | 'phase_out' | 'inactive' | 'submitted' | 'approved' | 'restricted' | 'prospect' | 'onboarding' | 'suspended' | 'completed' | undefined
    /** Only styles of this season, exactly. */
    season?: string | undefined
    /** Only entities that changed at this time or date (UTC) or later, by (updatedAt, id). */
    updatedSince?: string | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind external_references, with the parameters that it takes. */
export type CreateExternalReferencesExport = {
  kind: 'external_references'
  parameters?: {
    /** Only entities of this type. */
    type?: 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication' | undefined
    /** Words that the label must hold, as wholes or prefixes; case and accents do not count. Whole labels and codes come first. */
    q?: string | undefined
    /** Only entities in this state; each type has its own (listEntityTypes). */
    lifecycleState?: 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped' | 'planned' | 'active' | 'phase_out' | 'inactive' | 'submitted' | 'approved' | 'restricted' | 'prospect' | 'onboarding' | 'suspended' | 'completed' | undefined
    /** Only styles of this season, exactly. */
    season?: string | undefined
    /** Only entities that changed at this time or date (UTC) or later, by (updatedAt, id). */
    updatedSince?: string | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind material_positions, with the parameters that it takes. */
export type CreateMaterialPositionsExport = {
  kind: 'material_positions'
  parameters?: {
    /** Only positions of this material; all when absent. */
    material?: string | undefined
    /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
    factory?: string | undefined
    /** A source system. */
    system?: string | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind position_exceptions, with the parameters that it takes. */
export type CreatePositionExceptionsExport = {
  kind: 'position_exceptions'
  parameters?: {
    code?: ExceptionCode | undefined
    /** As served, that is after a stale input lowered it. */
    severity?: 'low' | 'medium' | 'high' | 'critical' | undefined
    /** @default "open" */
    status?: 'open' | 'resolved' | undefined
    /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
    material?: string | undefined
    /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
    factory?: string | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

/** An export of kind relationships, with the parameters that it takes. */
export type CreateRelationshipsExport = {
  kind: 'relationships'
  parameters?: {
    /** Only relationships of this entity; all when absent. */
    entityId?: string | undefined
    direction?: Direction | undefined
    /** Only relationships of these types; may be given several times. */
    relationshipType?: RelationshipType[] | undefined
    /**
     * Begins the file with a byte order mark, by which spreadsheets tell UTF-8.
     * @default false
     */
    byteOrderMark?: boolean | undefined
  } | undefined
}

export type Dataset = {
  datasetId: DatasetId
  name: string
  description: string | null
  domain: string | null
  sourceSystem: string
  instance: string
  /** The team that answers for it; not a person. */
  steward: string | null
  /** The fields that make a row unique. */
  grain: string[]
  recordKinds: string[]
  loadMode: 'incremental' | 'full_replace' | 'event' | 'file'
  expectedIntervalSeconds: number | null
  warnAfterSeconds: number | null
  errorAfterSeconds: number | null
  lifecycle: 'active' | 'paused' | 'deprecated'
  schemaVersion: string | null
  /** Live connected records and positions from it. */
  rowCount: number
  fields: DatasetField[]
}

export type DatasetField = {
  /** The field as the source calls it. */
  name: string
  type: 'text' | 'decimal' | 'integer' | 'boolean' | 'date' | 'timestamp'
  unit: string | null
  nullable: boolean
  description: string | null
  classification: 'public' | 'internal' | 'confidential' | 'personal'
}

export type DatasetId = string

export type DatasetLoad = {
  runId: string
  datasetId: DatasetId
  status: 'started' | 'succeeded' | 'failed'
  startedAt: Timestamp
  endedAt: Timestamp | null
  sourceWatermarkAt: Timestamp | null
  rowsRead: number | null
  rowsWritten: number | null
  rowsRejected: number | null
  error: string | null
}

export type DatasetPage = {
  data: Dataset[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** Exact decimal: no exponent, no trailing zeros. */
export type Decimal = string

/** As seen from the requested entity, or from the nearer end at depth 2 and 3. */
export type Direction = 'outgoing' | 'incoming'

/** A stable service identity around references to records in external systems. */
export type Entity = Style | Sku | Material | Supplier | BomPublication

/** Canonical entity ID. */
export type EntityId = string

export type EntityPage = {
  data: Entity[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    /** True when a search found more than 10,000 entities and was cut. */
    truncated: boolean
  }
}

export type EntityResponse = {
  data: Entity
  meta: Record<string, unknown>
}

/** A type of the allowlisted vocabulary; it may grow. */
export type EntityType = 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication'

export type EntityTypeDescription = {
  type: EntityType
  meaning: string
  /** The attribute that names an entity in its source. */
  naturalKey: string
  lifecycleStates: string[]
  attributes: string[]
  relationshipTypes: RelationshipOption[]
}

export type EntityTypePage = {
  data: EntityTypeDescription[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

export type ExceptionCode = 'MISSING_IN_ERP' | 'MISSING_IN_PLM' | 'ORPHAN_MATERIAL' | 'ORPHAN_FACTORY' | 'UOM_INCOMPATIBLE' | 'UOM_MISMATCH' | 'QUANTITY_MISMATCH' | 'REQUIREMENT_MISMATCH' | 'SUPPLIER_MISMATCH' | 'MPN_MISMATCH' | 'STATUS_CONFLICT' | 'FACTORY_NOT_ALLOCATED' | 'NEGATIVE_ON_HAND' | 'OVER_ALLOCATED' | 'SHORTAGE' | 'EXCESS_LIABILITY' | 'DUPLICATE_SOURCE_RECORD' | 'AMBIGUOUS_MATCH' | 'FUTURE_TIMESTAMP' | 'STALE_SOURCE' | 'UNKNOWN_FRESHNESS'

/** A record that an exception rests on. */
export type ExceptionInput = {
  kind: 'position' | 'material' | 'style' | 'supplier' | 'link' | 'source_record' | 'requirement' | 'dataset'
  /** Of the position, entity, relationship, record, open production or dataset. */
  id: string
  system: string
  instance: string | null
  recordId: string
  /** The version that was applied last. */
  recordVersion: string | null
  /** The time of the event since which the record says what the exception rests on; one that repeats it does not count. */
  observedAt: string
}

/** How many exceptions one material or factory has. */
export type ExceptionsOfEnd = {
  /** Null for a code that nobody owns. */
  id: EntityId | null
  /** The code, as people know it. */
  key: string
  label: string | null
  exceptions: number
}

/** An asynchronous CSV export. */
export type ExportJob = {
  exportId: string
  kind: ExportKind
  /** As resolved at creation: snapshots by their ids. */
  parameters: Record<string, unknown>
  status: ExportStatus
  createdAt: Timestamp
  startedAt: Timestamp | null
  completedAt: Timestamp | null
  /** Until then the file can be downloaded. */
  expiresAt: Timestamp | null
  /** Records of the file without its header line. */
  rowCount: number | null
  byteSize: number | null
  /** Of the file, hexadecimal. */
  sha256: string | null
  columns: string[]
  progress: {
    /** Rows written so far. */
    rows: number
  }
  /** Problem code of what made it fail. */
  errorCode: string | null
  /** When to ask again: soon at first, less often the longer the job takes. Null once nothing changes by itself. */
  pollAfterSeconds: number | null
  links: {
    self: string
    /** Works once completed. */
    download: string
  }
}

/** What is exported. */
export type ExportKind = 'entities' | 'external_references' | 'relationships' | 'bom_yields' | 'bom_yield_changes' | 'material_positions' | 'position_exceptions' | 'dataset_freshness'

export type ExportPage = {
  data: ExportJob[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

export type ExportResponse = {
  data: ExportJob
  meta: Record<string, unknown>
}

/** queued → running → completed → expired, or failed. */
export type ExportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'expired'

/** A code of the entity in an external system. */
export type ExternalReference = {
  system: string
  instance: string
  kind: string
  value: string
  /** True for the record's own id in its source. */
  isPrimary: boolean
  firstSeenAt: Timestamp
  /** Earlier than the entity’s updatedAt when the code is a former one. */
  lastSeenAt: string
}

/** One faulty input of a 400. */
export type FaultyInput = {
  in: 'query' | 'path' | 'header' | 'body' | 'argument'
  name: string
  detail: string
}

export type Freshness = {
  datasetId: DatasetId
  sourceSystem: string
  status: FreshnessStatus
  severity: 'none' | 'warn' | 'error'
  basis: 'source_watermark' | 'last_success' | null
  sourceWatermarkAt: Timestamp | null
  lastSuccessAt: Timestamp | null
  lastAttemptAt: Timestamp | null
  lastAttemptStatus: 'started' | 'succeeded' | 'failed' | null
  lagSeconds: number | null
  warnAfterSeconds: number | null
  errorAfterSeconds: number | null
  evaluatedAt: Timestamp
  nextExpectedAt: Timestamp | null
  /** What a reader should know beside the status. */
  reason: 'never_loaded' | 'paused' | 'no_policy' | 'clock_skew' | 'last_load_failed' | null
}

export type FreshnessPage = {
  data: Freshness[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    projector: {
      /** How far the service is behind; null when not known. */
      lagSeconds: number | null
      /** Arrival of the newest applied change of the organization. */
      lastAppliedAt: Timestamp | null
    }
  }
}

export type FreshnessStatus = 'fresh' | 'stale' | 'unknown'

export type HasSkuRelationship = {
  id: EntityId
  type: 'HAS_SKU'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    colorwayCode: string | null
    sizeCode: string | null
    sizeIndex: number | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

/** A code that several live entities claim: a look-up by it is ambiguous until one of them gives it up. */
export type IngestConflict = {
  system: string
  instance: string
  /** The kind of code, such as `material_number`. */
  kind: string
  value: string
  entityCount: number
  /** The first 20 of them by id. */
  entities: {
    id: EntityId
    type: EntityType
    label: string
  }[]
}

export type IngestConflictPage = {
  data: IngestConflict[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** Styles, SKUs, lines and yield rows. */
export type IngestCounts = {
  styleCount: number
  skuCount: number
  lineCount: number
  rowCount: number
}

export type IngestFault = {
  /** The field, such as `fields.3.value`; empty for the whole event. */
  path: string
  /** What is wrong there, as the end of a sentence. */
  detail: string
}

/** One full replacement of the BOM, whatever became of it. */
export type IngestPublication = {
  snapshotId: SnapshotId
  /** `building` until it ends; `retired` once the snapshot of a completed one is past its time. */
  state: 'building' | 'completed' | 'failed' | 'aborted' | 'retired'
  /** Why it failed; null unless it did. */
  reason: 'aborted' | 'superseded' | 'silence' | 'invalid_data' | 'missing_part' | 'duplicate_part' | 'wrong_counts' | 'wrong_hash' | 'out_of_order' | 'future_time' | 'unprocessable' | null
  /** What was wrong, in words; null unless it failed. */
  detail: string | null
  /** Null unless it was completed. */
  publicationNumber: number | null
  /** The entity of the graph; null unless it was completed. */
  publicationId: EntityId | null
  /** The source that began it, `/{system}/{instance}`. */
  source: string
  sourceRunId: string | null
  /** What its last event said that it consists of; null when that did not come, or could not be read. */
  expected: IngestCounts | null
  /** What came of it, without what a later sending of a style replaced. Until it is completed a line whose SKUs come in several parts counts in each. Null where it ended before this was counted. */
  seen: IngestCounts | null
  effectiveAt: Timestamp
  /** Time of its first event. */
  startedAt: string
  /** Time of the event that ended it; null while it is building. */
  endedAt: Timestamp | null
  retiredAt: Timestamp | null
}

export type IngestPublicationPage = {
  data: IngestPublication[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** An event that was put aside, without its bytes. */
export type IngestRejection = {
  reason: 'malformed' | 'unknown_type' | 'invalid_data' | 'unknown_organization' | 'source_not_allowed' | 'key_mismatch' | 'wrong_partition' | 'no_open_publication' | 'publication_failed' | 'unprocessable'
  /** What is wrong, in words; it repeats nothing that the event holds. */
  detail: string
  /** The first 10 faults, where the reason is about fields of the event; else empty. */
  faults: IngestFault[]
  /** The type as the event says it; null when it cannot be read. */
  type: string | null
  /** As the event says it, else as its key does; null when neither is `/{system}/{instance}`. */
  source: string | null
  /** As the event says it, else as its key does. */
  subject: string | null
  /** The key of the Kafka record, its first 512 characters. */
  key: string | null
  topic: string
  partition: number
  /** With topic and partition: its place in the log. */
  offset: number
  /** Timestamp of the Kafka record. A producer may set it to any time, in the past or the future. */
  at: string
  /** When the service rejected the event. The list is in this order, and `since` compares this time. */
  rejectedAt: string
}

export type IngestRejectionPage = {
  data: IngestRejection[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** What became of the events of a source, since the log begins. */
export type IngestSource = {
  /** A source of events. */
  source: string
  /** The types of its events that could be read, by name. */
  types: string[]
  /** The newest time, as the source gave it, of an event that was applied. */
  lastEventAt: Timestamp | null
  /** When the newest event that was applied reached the log, by Kafka’s timestamp. */
  lastAppliedAt: Timestamp | null
  /** Whole seconds, rounded up, from `lastEventAt` until `meta.evaluatedAt`: how long the source has said nothing new. How far the service itself is behind is `meta.projector.lagSeconds`. Null when nothing was applied. */
  lagSeconds: number | null
  /** Events that took effect. */
  applied: number
  /** Repeats, and events of a version that is not higher than the last. */
  stale: number
  /** Events that were put aside, of which `/v1/ingest/rejections` has the newest. */
  rejected: number
}

export type IngestSourcePage = {
  data: IngestSource[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    evaluatedAt: Timestamp
    projector: {
      /** How far the service is behind; null when not known. */
      lagSeconds: number | null
      /** Arrival of the newest applied change of the organization. */
      lastAppliedAt: Timestamp | null
    }
  }
}

export type InspectedField = {
  name: string
  /** The narrowest that all values fit; null without a value. */
  type: 'text' | 'decimal' | 'integer' | 'boolean' | 'date' | 'timestamp' | null
  classification: 'public' | 'internal' | 'confidential' | 'personal' | null
}

export type InspectedRecord = {
  instance: string
  recordType: string
  /** Null, like `record`, when none of its events was accepted. */
  kind: ConnectedKind | null
  record: SourceRecord | null
  /** The record as last ingested; secrets and personal fields were removed before. */
  raw: Record<string, unknown> | unknown[] | string | number | boolean | null
  mapping: {
    sourceField: string | null
    canonicalField: string
    value: string | boolean | string[] | null
  }[]
  /** Null until the record was looked at. */
  match: {
    state: MatchState
    connectedRef: string
  } | null
  openExceptions: {
    exceptionId: string
    code: ExceptionCode
  }[]
  /** Of the last 30 days, newest first, at most 20. */
  deadLetters: {
    reason: string
    detail: string
    at: Timestamp
    partition: number
    offset: number
  }[]
}

/** What is worth knowing of a list beside its rows. */
export type ListNotice = {
  /** `unreadable_rows`: rows are left out, because what is stored of them does not fit this contract. */
  code: 'unreadable_rows'
  /** The filter that it is about; null when it is about none. */
  name: string | null
  detail: string
}

export type MadeFromRelationship = {
  id: EntityId
  type: 'MADE_FROM'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    sharePercent: Decimal | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type MatchState = 'matched' | 'unmatched' | 'ambiguous'

export type Material = {
  id: EntityId
  type: 'material'
  /** What people call it: its code and its name. Searched by `q`. */
  label: string
  /** Where it stands in its life. */
  lifecycleState: 'development' | 'submitted' | 'approved' | 'restricted' | 'discontinued'
  /** Its codes in other systems, former ones too. */
  externalReferences: ExternalReference[]
  attributes: MaterialAttributes
  /** Counts the applied changes of the entity. */
  revision: number
  /** Time of the first event about it. */
  createdAt: string
  /** Time of the last event about it. */
  updatedAt: string
}

export type MaterialAttributes = {
  materialNumber: string
  name: string
  materialType: string | null
  /** Fibres; the percentages sum to 100, within 0.1, unless the list is empty. */
  composition: {
    fibre: string
    percent: Decimal
  }[]
  baseUom: UnitOfMeasure | null
  purchaseUom: UnitOfMeasure | null
  widthCm: Decimal | null
  cuttableWidthCm: Decimal | null
  weightGsm: Decimal | null
  shrinkagePercent: Decimal | null
  countryOfOrigin: string | null
  certifications: string[]
}

/** What one system says about one material at one factory. */
export type MaterialFactoryPosition = {
  positionId: string
  material: PositionEnd
  factory: PositionEnd
  system: string
  instance: string
  asOf: Timestamp
  uom: UnitOfMeasure
  /** At the factory, of any quality. */
  onHand: Decimal | null
  /** Of onHand, blocked. */
  qualityHold: Decimal | null
  /** Of onHand, reserved to cutting orders. */
  allocated: Decimal | null
  /** onHand − qualityHold − allocated; null when one is unknown. */
  available: Decimal | null
  /** Shipped by the supplier, not received. */
  inTransit: Decimal | null
  /** Open purchase orders, not yet shipped: disjoint from inTransit. */
  onOrder: Decimal | null
  /** Of onOrder, what cannot be cancelled. */
  onOrderNonCancellable: Decimal | null
  /** For open production. */
  required: Decimal | null
  /** onHand − qualityHold + inTransit + onOrder − required. */
  projected: Decimal | null
  /** Bought so far. */
  boughtQuantity: Decimal | null
  /** max(0, brand-owned onHand + inTransit + onOrderNonCancellable − required). */
  liabilityQuantity: Decimal | null
  /** liabilityQuantity × unitCost. */
  liabilityValue: Money | null
  lastDemandAt: Timestamp | null
  ownership: Ownership | null
  sourcingModel: 'cmt' | 'fob' | null
  unitCost: Money | null
  lotCount: number | null
  /** Code or record id of the supplier, as the system has it. */
  supplier: string | null
  mpn: string | null
  source: {
    recordId: string
    recordVersion: string
    ingestedAt: Timestamp
    datasetId: DatasetId | null
  }
  freshness: {
    status: FreshnessStatus
    lagSeconds: number | null
  }
}

export type MaterialFactoryPositionPage = {
  data: MaterialFactoryPosition[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** One JSON-RPC 2.0 message. A batch is refused. */
export type McpRequest = {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  /** Comes back with the answer; a message without it gets none. */
  id?: string | number | undefined
  /** For example `initialize`, `tools/list` or `tools/call`. */
  method: string
  params?: Record<string, unknown> | undefined
}

/** A JSON-RPC 2.0 answer: a result, or an error. */
export type McpResponse = {
  /** The version of JSON-RPC. */
  jsonrpc: '2.0'
  id?: string | number | null | undefined
  result?: Record<string, unknown> | undefined
  error?: {
    code: number
    message: string
    data?: unknown | undefined
  } & Record<string, unknown> | undefined
} & Record<string, unknown>

export type Measure = 'onHand' | 'qualityHold' | 'allocated' | 'available' | 'inTransit' | 'onOrder' | 'required' | 'projected'

export type Money = {
  amount: Decimal
  currency: string
}

export type OwnedByRelationship = {
  id: EntityId
  type: 'OWNED_BY'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    sharePercent: Decimal | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type Ownership = 'brand' | 'factory' | 'supplier_consignment'

export type PageLinks = {
  /** Pass it as `cursor` to read on; null when the list has ended. */
  next: string | null
}

export type PositionComparison = {
  material: PositionEnd
  factory: PositionEnd
  positions: MaterialFactoryPosition[]
  differences: PositionDifference[]
  verdict: 'match' | 'within_tolerance' | 'mismatch' | 'missing' | 'not_comparable'
  warnings: ('stale_source' | 'uom_converted')[]
}

export type PositionComparisonResponse = {
  data: PositionComparison[]
  meta: Record<string, unknown>
}

export type PositionDifference = {
  measure: Measure
  baselineSystem: string
  baseline: Decimal | null
  otherSystem: string
  other: Decimal | null
  /** Other minus baseline, in `uom`. */
  delta: Decimal | null
  /** Of the baseline, rounded half away from zero to 4 places; null when that is 0. */
  deltaPercent: Decimal | null
  /** The unit in which all three are: the base unit, or that of a source where they have exact decimals only there. */
  uom: UnitOfMeasure | null
  withinTolerance: boolean | null
}

export type PositionEnd = {
  id: EntityId | null
  code: string
  label: string | null
}

/** Where systems disagree, or what they say cannot be right. */
export type PositionException = {
  exceptionId: string
  code: ExceptionCode
  /** A stale input lowers that of a quantity exception by one step. */
  severity: 'low' | 'medium' | 'high' | 'critical'
  status: 'open' | 'resolved'
  material: PositionEnd | null
  factory: PositionEnd | null
  measure: string | null
  systems: string[]
  /** What is said. An amount is exact, and null where it has no decimal of at most 16 places. */
  observed: string | null
  /** What should be; an amount as `observed` is. */
  expected: string | null
  /** Observed minus expected, exactly, in `uom`. */
  delta: Decimal | null
  /** The unit of all three: the base unit, or that of a source where they have exact decimals only there. */
  uom: UnitOfMeasure | null
  /** The newest `observedAt` of all inputs; of STALE_SOURCE and UNKNOWN_FRESHNESS when it began. */
  firstSeenAt: string
  /** The newest time of any event of an input. */
  lastSeenAt: string
  staleInput: boolean
  datasetIds: string[]
  /** The records that it rests on, the newest first. */
  inputs: ExceptionInput[]
  recommendedAction: string
}

export type PositionExceptionCounts = {
  /** All of them. */
  exceptions: number
  code: {
    MISSING_IN_ERP: number
    MISSING_IN_PLM: number
    ORPHAN_MATERIAL: number
    ORPHAN_FACTORY: number
    UOM_INCOMPATIBLE: number
    UOM_MISMATCH: number
    QUANTITY_MISMATCH: number
    REQUIREMENT_MISMATCH: number
    SUPPLIER_MISMATCH: number
    MPN_MISMATCH: number
    STATUS_CONFLICT: number
    FACTORY_NOT_ALLOCATED: number
    NEGATIVE_ON_HAND: number
    OVER_ALLOCATED: number
    SHORTAGE: number
    EXCESS_LIABILITY: number
    DUPLICATE_SOURCE_RECORD: number
    AMBIGUOUS_MATCH: number
    FUTURE_TIMESTAMP: number
    STALE_SOURCE: number
    UNKNOWN_FRESHNESS: number
  }
  /** As served, by the clock. */
  severity: {
    low: number
    medium: number
    high: number
    critical: number
  }
  /** By the systems that exceptions are about: one that is about several counts for each. */
  system: Record<string, number>
}

export type PositionExceptionPage = {
  data: PositionException[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
  }
}

/** How many exceptions there are, of what kind, and where most are. */
export type PositionExceptionSummary = {
  counts: PositionExceptionCounts
  /** The ten factories with most exceptions, the most first, then by key and id. */
  byFactory: ExceptionsOfEnd[]
  /** The ten materials with most exceptions, the most first, then by key and id. */
  byMaterial: ExceptionsOfEnd[]
}

export type PositionExceptionSummaryResponse = {
  data: PositionExceptionSummary
  meta: Record<string, unknown>
}

export type Problem = {
  /** A page that explains the code: {docs_url}/problems/{code}. */
  type: string
  title: string
  status: number
  detail: string
  code: 'invalid_request' | 'invalid_cursor' | 'not_acceptable' | 'payload_too_large' | 'unsupported_media_type' | 'headers_too_large' | 'malformed_json' | 'idempotency_key_not_accepted' | 'invalid_token' | 'insufficient_scope' | 'wrong_region' | 'forbidden_origin' | 'not_found' | 'entity_not_found' | 'snapshot_not_found' | 'snapshot_retired' | 'record_not_found' | 'dataset_not_found' | 'source_not_found' | 'export_not_found' | 'export_expired' | 'method_not_allowed' | 'snapshot_not_completed' | 'ambiguous_reference' | 'export_not_ready' | 'export_failed' | 'unreadable_record' | 'too_many_exports' | 'rate_limited' | 'internal_error' | 'dependency_unavailable' | 'rebuilding' | 'query_timeout' | 'overloaded'
  /** Equals X-Request-ID. */
  requestId: string
  /** The caller's X-Correlation-ID, else the request ID. */
  correlationId: string
  retryable: boolean
  recovery: string
  /** Every faulty input of a 400. */
  errors?: FaultyInput[] | undefined
}

export type ProducedByRelationship = {
  id: EntityId
  type: 'PRODUCED_BY'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    season: string | null
    sourcingModel: string | null
    allocationPercent: Decimal | null
    state: string | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type PublishesBomForRelationship = {
  id: EntityId
  type: 'PUBLISHES_BOM_FOR'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: Record<string, unknown>
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type RecordNotice = {
  /** `redacted_reference`: references of the record were left out, so that they match nothing. */
  code: 'redacted_reference'
  detail: string
}

/** A typed, directed relationship between two entities. */
export type Relationship = HasSkuRelationship | UsesMaterialRelationship | SuppliedByRelationship | ProducedByRelationship | PublishesBomForRelationship | SupersedesRelationship | SubstituteForRelationship | CarriedOverFromRelationship | MadeFromRelationship | OwnedByRelationship

export type RelationshipEnd = {
  id: EntityId
  type: EntityType
  label: string | null
  /** False while the entity was only named by others, or is deleted. */
  listed: boolean
}

export type RelationshipOption = {
  type: RelationshipType
  direction: Direction
  other: EntityType
}

export type RelationshipPage = {
  data: Relationship[]
  links: PageLinks
  meta: {
    /** Absent when there is nothing to be said. */
    notices?: ListNotice[] | undefined
    truncated: TruncatedNodes
  }
}

export type RelationshipType = 'HAS_SKU' | 'USES_MATERIAL' | 'SUPPLIED_BY' | 'PRODUCED_BY' | 'PUBLISHES_BOM_FOR' | 'SUPERSEDES' | 'SUBSTITUTE_FOR' | 'CARRIED_OVER_FROM' | 'MADE_FROM' | 'OWNED_BY'

/** Where records differ from the fields that their dataset declares. */
export type SchemaDrift = {
  datasetId: DatasetId
  recordType: string
  field: string
  change: 'added' | 'missing' | 'type_changed'
  declared: string | null
  observed: string | null
  firstSeenAt: Timestamp | null
}

export type Sku = {
  id: EntityId
  type: 'sku'
  /** What people call it: its code and its name. Searched by `q`. */
  label: string
  /** Where it stands in its life. */
  lifecycleState: 'planned' | 'active' | 'phase_out' | 'inactive'
  /** Its codes in other systems, former ones too. */
  externalReferences: ExternalReference[]
  attributes: SkuAttributes
  /** Counts the applied changes of the entity. */
  revision: number
  /** Time of the first event about it. */
  createdAt: string
  /** Time of the last event about it. */
  updatedAt: string
}

export type SkuAttributes = {
  skuCode: string
  styleNumber: string | null
  colorwayCode: string | null
  colorwayName: string | null
  sizeCode: string | null
  /** Position of the size in its range. */
  sizeIndex: number | null
  secondarySizeCode: string | null
  /** GTIN-8, -12, -13 or -14 with its check digit. */
  gtin: string | null
  launchDate: string | null
  exitDate: string | null
}

/** ULID of a BOM snapshot. */
export type SnapshotId = string

export type SourceInspection = {
  system: string
  instances: string[]
  recordTypes: {
    name: string
    datasetId: DatasetId | null
    rowCount: number
    fields: InspectedField[]
  }[]
  /** At most 5 of each dataset, newest first. */
  lastLoads: DatasetLoad[]
  schemaDrift: SchemaDrift[]
  /** The record that was asked for, one an instance and type. */
  records: InspectedRecord[]
}

export type SourceInspectionResponse = {
  data: SourceInspection
  meta: Record<string, unknown>
}

export type SourceRecord = {
  system: string
  instance: string
  recordType: string
  recordId: string
  recordVersion: string
  sourceUpdatedAt: Timestamp | null
  extractedAt: Timestamp | null
  /** When the change reached the service. */
  ingestedAt: string
  deletedInSource: boolean
  /** `sha256:` of the record as ingested, redacted. */
  contentHash: string
  datasetId: DatasetId | null
  /** What was left out of the record when it was stored. Absent when nothing was. */
  notices?: RecordNotice[] | undefined
}

export type Style = {
  id: EntityId
  type: 'style'
  /** What people call it: its code and its name. Searched by `q`. */
  label: string
  /** Where it stands in its life. */
  lifecycleState: 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped'
  /** Its codes in other systems, former ones too. */
  externalReferences: ExternalReference[]
  attributes: StyleAttributes
  /** Counts the applied changes of the entity. */
  revision: number
  /** Time of the first event about it. */
  createdAt: string
  /** Time of the last event about it. */
  updatedAt: string
}

export type StyleAttributes = {
  styleNumber: string
  name: string
  brand: string | null
  division: string | null
  gender: string | null
  category: string | null
  subcategory: string | null
  /** Season code. */
  season: string | null
  seasonYear: number | null
  delivery: string | null
  developmentType: string | null
  /** Size codes in selling order. */
  sizes: string[]
  sampleSize: string | null
  colorways: {
    code: string
    name: string | null
    state: string | null
  }[]
  hsCode: string | null
  targetCost: {
    amount: Decimal
    currency: string
  } | null
}

export type SubstituteForRelationship = {
  id: EntityId
  type: 'SUBSTITUTE_FOR'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    reason: string | null
    approvedAt: Timestamp | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type SupersedesRelationship = {
  id: EntityId
  type: 'SUPERSEDES'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: Record<string, unknown>
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type SuppliedByRelationship = {
  id: EntityId
  type: 'SUPPLIED_BY'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    /** The supplier's article number. */
    mpn: string | null
    isNominated: boolean | null
    price: {
      amount: Decimal
      currency: string
    } | null
    moq: Decimal | null
    leadTimeDays: number | null
    approvalState: string | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

export type Supplier = {
  id: EntityId
  type: 'supplier'
  /** What people call it: its code and its name. Searched by `q`. */
  label: string
  /** Where it stands in its life. */
  lifecycleState: 'prospect' | 'onboarding' | 'approved' | 'suspended' | 'inactive'
  /** Its codes in other systems, former ones too. */
  externalReferences: ExternalReference[]
  attributes: SupplierAttributes
  /** Counts the applied changes of the entity. */
  revision: number
  /** Time of the first event about it. */
  createdAt: string
  /** Time of the last event about it. */
  updatedAt: string
}

export type SupplierAttributes = {
  supplierCode: string
  name: string
  legalName: string | null
  roles: string[]
  /** 1 cuts and sews, 4 makes fibre. */
  tier: number | null
  countryCode: string | null
  city: string | null
  currency: string | null
}

/** RFC 3339, UTC, milliseconds. */
export type Timestamp = string

/** An organization and one of its credentials, without the secret. */
export type TokenDescription = {
  /** Whose data the token opens. */
  organization: {
    key: string
    name: string
  }
  credential: {
    /** The key ID in the token, by which operators know it. */
    id: string
    /** What it was issued for. */
    name: string
    /** Only tokens of kind `mcp` open `/mcp`. */
    kind: 'service' | 'mcp'
    /** What it may do; empty when it opens nothing but this. */
    scopes: ('graph:read' | 'bom:read' | 'materials:read' | 'exports:create' | 'ingest:read' | 'mcp:read')[]
    /** Where it is taken. */
    region: string
    /** Requests a minute, REST and MCP together. */
    quotaPerMinute: number
    createdAt: Timestamp
    /** Null when it does not expire by itself. */
    expiresAt: Timestamp | null
  }
}

export type TokenResponse = {
  data: TokenDescription
  meta: Record<string, unknown>
}

/** How many different ones the rows name, before or after. */
export type TouchedCounts = {
  styles: number
  skus: number
  materials: number
  suppliers: number
}

export type TruncatedNodes = {
  /** Nodes whose relationships were cut. */
  count: number
  /** At most 50 of them, by id. */
  nodes: EntityId[]
}

/** UN/CEFACT Recommendation 20 code. */
export type UnitOfMeasure = 'MTR' | 'YRD' | 'CMT' | 'INH' | 'KGM' | 'GRM' | 'LBR' | 'MTK' | 'EA' | 'PR' | 'SET' | 'DZN' | 'GRO' | 'LTR' | 'MLT' | 'ROL' | 'CON'

export type UsesMaterialRelationship = {
  id: EntityId
  type: 'USES_MATERIAL'
  direction: Direction
  /** Distance from the requested entity; 1 unless `depth` is given. */
  hop: number
  from: RelationshipEnd
  to: RelationshipEnd
  properties: {
    bomLineRef: string | null
    lineNumber: number | null
    section: string | null
    placement: string | null
    materialColorCode: string | null
    uom: UnitOfMeasure
    wastageBasis: 'on_net' | 'on_gross'
    isPrimary: boolean
    colorways: string[]
    sizes: string[]
    mpn: string | null
    supplierId: EntityId | null
    netYield: Decimal | null
    wastagePercent: Decimal | null
    grossYield: Decimal | null
    grossYieldMin: Decimal | null
    grossYieldMax: Decimal | null
  }
  source: {
    system: string
    recordId: string
    extractedAt: Timestamp
  }
  /** The BOM publication that the relationship is from. */
  publicationId: EntityId | null
}

/** After minus before for one garment, in `uom`: that of the rows when equal, else the base unit. */
export type YieldDelta = {
  netYield: Decimal | null
  grossYield: Decimal | null
  uom: UnitOfMeasure
  /** Rounded half away from zero to 4 places. */
  grossPercent: Decimal | null
}

/** What listEntityTypes takes. */
export type ListEntityTypesInput = Record<string, never>

/** What searchEntities takes. */
export type SearchEntitiesInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
  /** Only entities of this type. */
  type?: 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication' | undefined
  /** Words that the label must hold, as wholes or prefixes; case and accents do not count. Whole labels and codes come first. */
  q?: string | undefined
  /** Only entities in this state; each type has its own (listEntityTypes). */
  lifecycleState?: 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped' | 'planned' | 'active' | 'phase_out' | 'inactive' | 'submitted' | 'approved' | 'restricted' | 'prospect' | 'onboarding' | 'suspended' | 'completed' | undefined
  /** Only styles of this season, exactly. */
  season?: string | undefined
  /** Only entities that changed at this time or date (UTC) or later, by (updatedAt, id). */
  updatedSince?: string | undefined
}

/** What getEntity takes. */
export type GetEntityInput = {
  /** Canonical entity ID. */
  entityId: EntityId
}

/** What listEntityRelationships takes. */
export type ListEntityRelationshipsInput = {
  /** Canonical entity ID. */
  entityId: EntityId
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
  /** As seen from the requested entity, or from the nearer end at depth 2 and 3. */
  direction?: Direction | undefined
  /** Only relationships of these types; may be given several times. */
  relationshipType?: RelationshipType[] | undefined
  /**
   * Hops to walk, breadth first: of each node the first 50 relationships by (type, id), 1,000 in all. Filters hold at each hop.
   * @default 1
   */
  depth?: number | undefined
  /** With a `depth` of 2 or 3: only relationships whose farther end has this type; the walk goes on through all. */
  to?: 'style' | 'sku' | 'material' | 'supplier' | 'bom_publication' | undefined
}

/** What listBomSnapshots takes. */
export type ListBomSnapshotsInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What listBomYields takes. */
export type ListBomYieldsInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
  /** A completed snapshot; the latest when absent. */
  snapshotId?: string | undefined
  /** Number or ID of the style, exactly. */
  style?: string | undefined
  /** Code or ID of the SKU, exactly. */
  sku?: string | undefined
  /** Number or ID of the material, exactly. */
  material?: string | undefined
  /** Code, name or ID of the supplier, exactly. */
  supplier?: string | undefined
  /** Article number of the supplier, exactly. */
  mpn?: string | undefined
}

/** What listBomYieldChanges takes. */
export type ListBomYieldChangesInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
  /** From the latest snapshot completed by the end of this UTC day. */
  from?: string | undefined
  /** To the latest snapshot completed by the end of this UTC day. */
  to?: string | undefined
  /** From this snapshot; not together with `from`. */
  fromSnapshotId?: string | undefined
  /** To this snapshot; not together with `to`. */
  toSnapshotId?: string | undefined
  /** SKU code, exactly, before or after. */
  sku?: string | undefined
  /** Style number, exactly, before or after. */
  style?: string | undefined
  /** Article number of the supplier, exactly, before or after. */
  mpn?: string | undefined
  /** Name or code of the supplier, exactly, before or after. */
  supplier?: string | undefined
  /** Number or ID of the material, exactly, before or after. */
  material?: string | undefined
  /** Only rows that became this. */
  changeType?: 'added' | 'removed' | 'changed' | 'unchanged' | undefined
  /**
   * Lists unchanged rows too; they are left out otherwise.
   * @default false
   */
  includeUnchanged?: boolean | undefined
}

/** What summarizeBomYieldChanges takes. */
export type SummarizeBomYieldChangesInput = {
  /** From the latest snapshot completed by the end of this UTC day. */
  from?: string | undefined
  /** To the latest snapshot completed by the end of this UTC day. */
  to?: string | undefined
  /** From this snapshot; not together with `from`. */
  fromSnapshotId?: string | undefined
  /** To this snapshot; not together with `to`. */
  toSnapshotId?: string | undefined
  /** SKU code, exactly, before or after. */
  sku?: string | undefined
  /** Style number, exactly, before or after. */
  style?: string | undefined
  /** Article number of the supplier, exactly, before or after. */
  mpn?: string | undefined
  /** Name or code of the supplier, exactly, before or after. */
  supplier?: string | undefined
  /** Number or ID of the material, exactly, before or after. */
  material?: string | undefined
  /** Only rows that became this. */
  changeType?: 'added' | 'removed' | 'changed' | 'unchanged' | undefined
  /**
   * Lists unchanged rows too; they are left out otherwise.
   * @default false
   */
  includeUnchanged?: boolean | undefined
  /**
   * Styles, materials, suppliers and largest rows to name, of each as many.
   * @default 10
   */
  top?: number | undefined
}

/** What getConnectedRecord takes. */
export type GetConnectedRecordInput = {
  kind: ConnectedKind
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  ref: string
}

/** What searchConnectedRecords takes. */
export type SearchConnectedRecordsInput = {
  kind?: ConnectedKind | undefined
  /** Words that the label must hold, whole or as prefixes. */
  q?: string | undefined
  /** Only records that this system speaks of. */
  system?: string | undefined
  matchState?: MatchState | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What listServiceDatasets takes. */
export type ListServiceDatasetsInput = {
  /** A source system. */
  system?: string | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What getServiceDataFreshness takes. */
export type GetServiceDataFreshnessInput = {
  datasetId?: string | undefined
  status?: FreshnessStatus | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What getMaterialFactoryPosition takes. */
export type GetMaterialFactoryPositionInput = {
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  material?: string | undefined
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  factory?: string | undefined
  /** A source system. */
  system?: string | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What compareMaterialPositions takes. */
export type CompareMaterialPositionsInput = {
  pairs: {
    /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
    material: string
    /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
    factory: string
  }[]
  systems: string[]
  /** @default ["onHand"] */
  measures?: Measure[] | undefined
  /** Default: 1 %, and absolutely EA 0, MTR 1, KGM 0.5. Within the larger of both is within. */
  tolerance?: {
    percent?: string | undefined
    absolute?: {
      MTR?: string | undefined
      YRD?: string | undefined
      CMT?: string | undefined
      INH?: string | undefined
      KGM?: string | undefined
      GRM?: string | undefined
      LBR?: string | undefined
      MTK?: string | undefined
      EA?: string | undefined
      PR?: string | undefined
      SET?: string | undefined
      DZN?: string | undefined
      GRO?: string | undefined
      LTR?: string | undefined
      MLT?: string | undefined
      ROL?: string | undefined
      CON?: string | undefined
    } | undefined
  } | undefined
}

/** What listMaterialPositionExceptions takes. */
export type ListMaterialPositionExceptionsInput = {
  code?: ExceptionCode | undefined
  /** As served, that is after a stale input lowered it. */
  severity?: 'low' | 'medium' | 'high' | 'critical' | undefined
  /** @default "open" */
  status?: 'open' | 'resolved' | undefined
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  material?: string | undefined
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  factory?: string | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What summarizeMaterialPositionExceptions takes. */
export type SummarizeMaterialPositionExceptionsInput = {
  code?: ExceptionCode | undefined
  /** As served, that is after a stale input lowered it. */
  severity?: 'low' | 'medium' | 'high' | 'critical' | undefined
  /** @default "open" */
  status?: 'open' | 'resolved' | undefined
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  material?: string | undefined
  /** A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of several is 409 `ambiguous_reference`. */
  factory?: string | undefined
}

/** What inspectServiceSource takes. */
export type InspectServiceSourceInput = {
  /** A source system. */
  system: string
  recordType?: string | undefined
  recordId?: string | undefined
}

/** What createExport takes. */
export type CreateExportInput = CreateEntitiesExport | CreateExternalReferencesExport | CreateRelationshipsExport | CreateBomYieldsExport | CreateBomYieldChangesExport | CreateMaterialPositionsExport | CreatePositionExceptionsExport | CreateDatasetFreshnessExport

/** What listExports takes. */
export type ListExportsInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What getExport takes. */
export type GetExportInput = {
  /** The `exportId` that createExport answered, or one that listExports lists. */
  exportId: string
}

/** What downloadExport takes. */
export type DownloadExportInput = {
  /** The `exportId` that createExport answered, or one that listExports lists. */
  exportId: string
}

/** What listIngestPublications takes. */
export type ListIngestPublicationsInput = {
  /** `building` until it ends; `retired` once the snapshot of a completed one is past its time. */
  state?: 'building' | 'completed' | 'failed' | 'aborted' | 'retired' | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestRejections takes. */
export type ListIngestRejectionsInput = {
  reason?: 'malformed' | 'unknown_type' | 'invalid_data' | 'unknown_organization' | 'source_not_allowed' | 'key_mismatch' | 'wrong_partition' | 'no_open_publication' | 'publication_failed' | 'unprocessable' | undefined
  /** The type of event, exactly. */
  type?: string | undefined
  /** A source of events. */
  source?: string | undefined
  /** Only events that were rejected at this time or later (RFC 3339). A date stands for its beginning in UTC. */
  since?: string | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestConflicts takes. */
export type ListIngestConflictsInput = {
  /** The kind of code, exactly. */
  kind?: string | undefined
  /** Only codes of this system. */
  system?: string | undefined
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What listIngestSources takes. */
export type ListIngestSourcesInput = {
  /** `links.next` of the previous page; keep all filters. */
  cursor?: string | undefined
  /**
   * Rows of a page.
   * @default 100
   */
  limit?: number | undefined
}

/** What getToken takes. */
export type GetTokenInput = Record<string, never>

/** What each operation takes and answers with. */
export interface Operations {
  /**
   * List entity types.
   *
   * Lists the allowlisted types of entities. A new type exists only when this operation lists it.
   *
   * Scope: `graph:read`.
   */
  listEntityTypes: { input: ListEntityTypesInput; output: EntityTypePage }
  /**
   * Search entities.
   *
   * Lists the entities of the organization by id. With `q` only those whose label holds all its words, best first: whole labels and codes, then whole words, then prefixes, within each by id. At most 10,000 hits are looked at; `meta.truncated` says when there were more. With `updatedSince` the order is that of the last changes, and an entity that changes while it is read on comes once more, behind the others.
   *
   * Scope: `graph:read`.
   */
  searchEntities: { input: SearchEntitiesInput; output: EntityPage }
  /**
   * Read one entity.
   *
   * Reads one entity by its canonical ID.
   *
   * Scope: `graph:read`.
   */
  getEntity: { input: GetEntityInput; output: EntityResponse }
  /**
   * List relationships of an entity.
   *
   * Lists the relationships of one entity by type, id and direction; a relationship of an entity with itself is listed in both directions. With `depth` 2 or 3 it lists a bounded neighbourhood instead, breadth first, by hop, id of the nearer end, type and id, each relationship once: of each entity the first 50 relationships, 1,000 in all. With `to` only those whose farther end has that type. `meta.truncated` names entities whose relationships are not all listed. The neighbourhood is walked anew for each page: ask for it in one page of 1,000 when the graph may change meanwhile.
   *
   * Scope: `graph:read`.
   */
  listEntityRelationships: { input: ListEntityRelationshipsInput; output: RelationshipPage }
  /**
   * List completed BOM snapshots.
   *
   * Lists the available snapshots, newest first. Each is one completed full replacement of the BOM and never changes. A publication that is still being built, failed or was aborted is not listed, nor is a retired one.
   *
   * Scope: `bom:read`.
   */
  listBomSnapshots: { input: ListBomSnapshotsInput; output: BomSnapshotPage }
  /**
   * List the yields of a BOM snapshot.
   *
   * Lists what each SKU takes of each BOM line in one snapshot, by style, SKU, line number and match key, bytewise. Without `snapshotId` it is the latest completed one; its cursors stay with it when a newer one is completed. Filters are exact and combined with and: a row is listed when all of them are right.
   *
   * Scope: `bom:read`.
   */
  listBomYields: { input: ListBomYieldsInput; output: BomYieldPage }
  /**
   * Compare two BOM snapshots.
   *
   * Lists what became of each yield row between two snapshots, by style ID, SKU ID and match key. Each side is given as a date or as an ID. Without `to` or `toSnapshotId` it is the latest snapshot, without `from` or `fromSnapshotId` the one before that. Unchanged rows are left out unless they are asked for. `meta.notices` says when both sides are one snapshot, and which filter’s value is in neither. A page may be short while `links.next` is not null.
   *
   * Scope: `bom:read`.
   */
  listBomYieldChanges: { input: ListBomYieldChangesInput; output: BomYieldChangePage }
  /**
   * Summarize what changed between two BOM snapshots.
   *
   * Counts the rows that `listBomYieldChanges` lists for the same snapshots and filters: by what became of them, and by style, material and supplier, a row for each that it names before or after. With the `top` styles, materials and suppliers that most rows name, and the `top` rows whose gross yield changed most in percent. Its cost follows the changes: where there are too many for one answer it is `query_timeout`; then filter, or export the rows.
   *
   * Scope: `bom:read`.
   */
  summarizeBomYieldChanges: { input: SummarizeBomYieldChangesInput; output: BomYieldChangeSummaryResponse }
  /**
   * Read one connected record.
   *
   * Reads what all systems say about one material or factory: one resolved value a field, where it is from and whether sources disagree, and the source records. The attributes of a material count as what the system that owns it says, for most the PLM. `ref` is percent-encoded: a canonical id, `{system}:{instance}:{recordId}`, or a bare code; a code of several is 409 `ambiguous_reference`. A material without source records has the `fields` of its own system; the search does not list it.
   *
   * Scope: `materials:read`.
   */
  getConnectedRecord: { input: GetConnectedRecordInput; output: ConnectedRecordResponse }
  /**
   * Search connected records.
   *
   * Lists materials and factories as the source systems know them, by id. With `q` only those whose label holds all its words, whole or as prefixes, and those that carry exactly that code; at most 10,000 hits are looked at, and `meta.truncated` says when there were more. A filter by `system` may make pages short, even empty, while `links.next` is not null.
   *
   * Scope: `materials:read`.
   */
  searchConnectedRecords: { input: SearchConnectedRecordsInput; output: ConnectedRecordPage }
  /**
   * List the datasets of the source systems.
   *
   * Lists the datasets that feed connected data, by id: who answers for each, how often it should be loaded, which fields it declares, and how many live records and positions are from it.
   *
   * Scope: `materials:read`.
   */
  listServiceDatasets: { input: ListServiceDatasetsInput; output: DatasetPage }
  /**
   * Read how fresh the datasets are.
   *
   * Evaluates the freshness of each dataset now, by dataset id. The lag is counted from the latest source watermark of all successful loads, or the latest end of those without one, in whole seconds, rounded up; lag equal to a threshold is still inside it. A filter by `status` may make pages short, even empty, while `links.next` is not null.
   *
   * Scope: `materials:read`.
   */
  getServiceDataFreshness: { input: GetServiceDataFreshnessInput; output: FreshnessPage }
  /**
   * Read the positions of materials at factories.
   *
   * Lists what each source system says about a material at factories, or about the materials at a factory, one position a material, factory, system and instance, by position id: stock, orders and requirements in the unit of the source, what follows from them, where it is from and how fresh that is. Give `material`, `factory` or both. A code that nobody owns finds the positions that show it, which have no id there; exceptions tell of them.
   *
   * Scope: `materials:read`.
   */
  getMaterialFactoryPosition: { input: GetMaterialFactoryPositionInput; output: MaterialFactoryPositionPage }
  /**
   * Compare what systems say about materials at factories.
   *
   * Compares the newest position of each system, pair by pair, in base units and exactly. It changes nothing. The baseline of a measure is its authority when it is among the systems (stock: wms, then factory_portal; orders and requirements: erp), else the first system. Amounts agree when they differ by at most the larger of the absolute tolerance and that share of the larger amount. The verdict is mismatch when any measure is outside, else not_comparable across dimensions, else missing, else within_tolerance or match.
   *
   * Scope: `materials:read`.
   */
  compareMaterialPositions: { input: CompareMaterialPositionsInput; output: PositionComparisonResponse }
  /**
   * List exceptions of material positions.
   *
   * Lists where systems disagree about a material at a factory, or say what cannot be right, by exception id. A stale input lowers the severity of an exception about quantities by one step and never hides it. STALE_SOURCE and UNKNOWN_FRESHNESS, one a dataset that data come from, are evaluated now. A filter by `severity` is on what is served and may make pages short, even empty, while `links.next` is not null. A code that nobody owns finds the exceptions that show it.
   *
   * Scope: `materials:read`.
   */
  listMaterialPositionExceptions: { input: ListMaterialPositionExceptionsInput; output: PositionExceptionPage }
  /**
   * Summarize exceptions of material positions.
   *
   * Counts the exceptions that `listMaterialPositionExceptions` lists under the same filters: by code, by severity as served now, and by the systems that they are about; and names the ten factories and the ten materials that have most of them. One that is about several systems counts for each.
   *
   * Scope: `materials:read`.
   */
  summarizeMaterialPositionExceptions: { input: SummarizeMaterialPositionExceptionsInput; output: PositionExceptionSummaryResponse }
  /**
   * Inspect a source system.
   *
   * Shows what a source system sent: its instances, record types and their fields, the last loads of its datasets, and where records differ from the declared fields. With `recordId` it also shows the records with that id as last ingested, how their fields were mapped and matched, their open exceptions, and their dead letters of the last 30 days, also where nothing of the system was ever accepted. A `recordType` that the system does not have is 400, with those that it has. Secrets and personal fields were removed before a record was stored.
   *
   * Scope: `materials:read`.
   */
  inspectServiceSource: { input: InspectServiceSourceInput; output: SourceInspectionResponse }
  /**
   * Create an export.
   *
   * Queues a CSV export of one kind with the filters of the matching read, and answers at once with the job. Snapshots are selected now: dates become snapshot IDs. At most 5 exports of an organization may be queued or running. The operation is not idempotent and takes no `Idempotency-Key`: after a lost answer look for the job with `GET /v1/exports`.
   *
   * Scope: `exports:create`.
   */
  createExport: { input: CreateExportInput; output: ExportResponse }
  /**
   * List exports.
   *
   * Lists the exports of the organization, newest first, whoever created them. Look here before you create an export again because its answer was lost.
   *
   * Scope: `exports:create`.
   */
  listExports: { input: ListExportsInput; output: ExportPage }
  /**
   * Read the status of an export.
   *
   * Reads one export of the organization: queued, running, completed, expired or failed. While `pollAfterSeconds` is not null, ask again after so many seconds.
   *
   * Scope: `exports:create`.
   */
  getExport: { input: GetExportInput; output: ExportResponse }
  /**
   * Download an export.
   *
   * Downloads the CSV of a completed export until its `expiresAt`; a download that has begun may finish. The strong `ETag` is the SHA-256 of the file. A part is sent for a `Range` of one range of bytes, with `If-Range` when the file is still the same; without a range, gzip when `Accept-Encoding` asks for it. A range that cannot be satisfied is ignored.
   *
   * Scope: `exports:create`.
   */
  downloadExport: { input: DownloadExportInput; output: Response }
  /**
   * List BOM publications, also failed ones.
   *
   * Lists the publications of the BOM in the order in which they were begun, newest first, whatever became of them: what each was said to consist of, what came, and why it failed. One that is still being built counts what came so far.
   *
   * Scope: `ingest:read`.
   */
  listIngestPublications: { input: ListIngestPublicationsInput; output: IngestPublicationPage }
  /**
   * List rejected events.
   *
   * Lists events of the organization that could not be applied, newest first by the time at which they were rejected, then by their topic, partition and offset: why, what is wrong with which field, and where they are. Never their bytes. The newest 10,000 of the last 30 days are kept, by the time of rejection, whatever timestamp a producer gave them. An event belongs to the organization that its key, its `tenantid` or its source names, where they do not contradict each other; what names nobody for certain is seen by the operator alone.
   *
   * Scope: `ingest:read`.
   */
  listIngestRejections: { input: ListIngestRejectionsInput; output: IngestRejectionPage }
  /**
   * List conflicts between records.
   *
   * Lists the codes that several live entities claim, by kind, value, system and instance, each with its claimants. A page looks at a bounded number of codes, so that it may be short, even empty, while `links.next` is not null.
   *
   * Scope: `ingest:read`.
   */
  listIngestConflicts: { input: ListIngestConflictsInput; output: IngestConflictPage }
  /**
   * List the sources of events.
   *
   * Lists the sources that sent events for the organization, by name, with how many took effect, said nothing new, or were rejected since the log begins, and how long ago each last said something new. An event is counted once, in the moment in which it takes effect. A source of which nothing was ever taken in is listed for as long as a rejection of it is kept; rejected events that name no source count nowhere.
   *
   * Scope: `ingest:read`.
   */
  listIngestSources: { input: ListIngestSourcesInput; output: IngestSourcePage }
  /**
   * Describe the token of the request.
   *
   * Tells which organization the token belongs to, what it may do, its limit and when it expires; never its secret. It is answered from the credential alone, also while the data is rebuilt, so that a program can begin with it.
   *
   * Any valid token, also one without scopes.
   */
  getToken: { input: GetTokenInput; output: TokenResponse }
}

/** How each operation is asked for. */
export const endpoints = {
  listEntityTypes: { method: 'GET', path: '/v1/entity-types', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: null, isRepeatable: true },
  searchEntities: { method: 'GET', path: '/v1/entities', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getEntity: { method: 'GET', path: '/v1/entities/{entityId}', pathNames: ['entityId'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  listEntityRelationships: { method: 'GET', path: '/v1/entities/{entityId}/relationships', pathNames: ['entityId'], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomSnapshots: { method: 'GET', path: '/v1/bom/snapshots', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomYields: { method: 'GET', path: '/v1/bom/yields', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listBomYieldChanges: { method: 'GET', path: '/v1/bom/yield-changes', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  summarizeBomYieldChanges: { method: 'GET', path: '/v1/bom/yield-changes/summary', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  getConnectedRecord: { method: 'GET', path: '/v1/connected-records/{kind}/{ref}', pathNames: ['kind', 'ref'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  searchConnectedRecords: { method: 'GET', path: '/v1/connected-records/search', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listServiceDatasets: { method: 'GET', path: '/v1/datasets', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getServiceDataFreshness: { method: 'GET', path: '/v1/freshness', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getMaterialFactoryPosition: { method: 'GET', path: '/v1/material-factory-position', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  compareMaterialPositions: { method: 'POST', path: '/v1/material-position-comparisons', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  listMaterialPositionExceptions: { method: 'GET', path: '/v1/material-position-exceptions', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  summarizeMaterialPositionExceptions: { method: 'GET', path: '/v1/material-position-exceptions/summary', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  inspectServiceSource: { method: 'GET', path: '/v1/sources/inspect', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  createExport: { method: 'POST', path: '/v1/exports', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: false },
  listExports: { method: 'GET', path: '/v1/exports', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getExport: { method: 'GET', path: '/v1/exports/{exportId}', pathNames: ['exportId'], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
  downloadExport: { method: 'GET', path: '/v1/exports/{exportId}/download', pathNames: ['exportId'], accept: 'text/csv', isPaged: false, pageLimit: null, isRepeatable: true },
  listIngestPublications: { method: 'GET', path: '/v1/ingest/publications', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestRejections: { method: 'GET', path: '/v1/ingest/rejections', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestConflicts: { method: 'GET', path: '/v1/ingest/conflicts', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  listIngestSources: { method: 'GET', path: '/v1/ingest/sources', pathNames: [], accept: 'application/json', isPaged: true, pageLimit: 1000, isRepeatable: true },
  getToken: { method: 'GET', path: '/v1/token', pathNames: [], accept: 'application/json', isPaged: false, pageLimit: null, isRepeatable: true },
} as const
