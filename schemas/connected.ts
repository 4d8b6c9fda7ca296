import { z } from 'zod'
import { Money } from './attributes.ts'
import {
  CountryCode,
  Cursor,
  Decimal,
  EntityId,
  Limit,
  nullable,
  pageOf,
  responseOf,
  Timestamp,
  text,
  UnitOfMeasure,
  Uuid,
} from './common.ts'
import {
  classifications,
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  fieldTypes,
  loadStatuses,
  ownerships,
  RecordType,
  recordKinds,
  sourcingModels,
} from './connected-events.ts'

/** How a caller names a material or a factory. */
export const ConnectedRef = text(600, 1).meta({
  description:
    'A canonical id, `{system}:{instance}:{recordId}`, or a bare code; a code of several is 409 `ambiguous_reference`.',
  example: 'MT-01022',
})

export const SystemName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be like erp')
  .meta({ description: 'A source system.', example: 'erp' })

export const ConnectedKind = z.enum(recordKinds).meta({ id: 'ConnectedKind' })
export type ConnectedKind = z.infer<typeof ConnectedKind>

export const MatchState = z.enum(['matched', 'unmatched', 'ambiguous']).meta({ id: 'MatchState' })
export type MatchState = z.infer<typeof MatchState>

/** The value of a field of a source record; quantities are decimal strings. */
export const FieldValue = z.union([z.string(), z.boolean(), z.array(z.string())])

export const SourceRecordSummary = z
  .object({
    system: z.string(),
    instance: z.string(),
    recordType: z.string(),
    recordId: z.string(),
    recordVersion: z.string(),
    sourceUpdatedAt: nullable(Timestamp),
    extractedAt: nullable(Timestamp),
    ingestedAt: Timestamp.meta({ description: 'When the change reached the service.' }),
    deletedInSource: z.boolean(),
    contentHash: z.string().meta({ description: '`sha256:` of the record as ingested, redacted.' }),
    datasetId: nullable(DatasetId),
  })
  .meta({ id: 'SourceRecord' })
export type SourceRecordSummary = z.infer<typeof SourceRecordSummary>

export const ConnectedField = z
  .object({
    name: z.string(),
    value: nullable(FieldValue),
    unit: z.string().nullable(),
    sourceSystem: z.string(),
    recordId: z.string(),
    observedAt: Timestamp,
    conflict: z.boolean().meta({ description: 'True when another live source says something else.' }),
  })
  .meta({ id: 'ConnectedField' })
export type ConnectedField = z.infer<typeof ConnectedField>

export const ConnectedRecord = z
  .object({
    kind: ConnectedKind,
    id: Uuid.meta({ description: 'Orders lists; of a matched material its canonical entity id.' }),
    ref: z.string().meta({ description: 'May be passed back as `ref`.' }),
    label: z.string(),
    canonicalEntityId: nullable(EntityId).meta({ description: 'Null when no material or no operator is known.' }),
    match: z.object({
      state: MatchState,
      method: z.enum(['exact_key', 'crosswalk']).nullable(),
      candidates: z.array(EntityId),
    }),
    fields: z.array(ConnectedField).meta({ description: 'One resolved value a field, by name.' }),
    sourceRecords: z.array(SourceRecordSummary),
    operatorSupplierId: nullable(EntityId).meta({ description: 'Of a factory.' }),
    countryCode: nullable(CountryCode).meta({ description: 'Of a factory.' }),
    capabilities: z.array(z.string()).meta({ description: 'Of a factory.' }),
    sourcingModels: z.array(z.enum(sourcingModels)).meta({ description: 'Of a factory.' }),
  })
  .meta({ id: 'ConnectedRecord', description: 'What all systems say about one material or factory.' })
export type ConnectedRecord = z.infer<typeof ConnectedRecord>

export const Dataset = z
  .object({
    datasetId: DatasetId,
    ...datasetShape,
    rowCount: z.int().min(0).meta({ description: 'Live connected records and positions from it.' }),
    fields: z.array(z.object(datasetFieldShape).meta({ id: 'DatasetField' })),
  })
  .meta({ id: 'Dataset' })
export type Dataset = z.infer<typeof Dataset>

export const FreshnessStatus = z.enum(['fresh', 'stale', 'unknown']).meta({ id: 'FreshnessStatus' })
export type FreshnessStatus = z.infer<typeof FreshnessStatus>

export const Freshness = z
  .object({
    datasetId: DatasetId,
    sourceSystem: z.string(),
    status: FreshnessStatus,
    severity: z.enum(['none', 'warn', 'error']),
    basis: z.enum(['source_watermark', 'last_success']).nullable(),
    sourceWatermarkAt: nullable(Timestamp),
    lastSuccessAt: nullable(Timestamp),
    lastAttemptAt: nullable(Timestamp),
    lastAttemptStatus: z.enum(loadStatuses).nullable(),
    lagSeconds: z.int().min(0).nullable(),
    warnAfterSeconds: z.int().nullable(),
    errorAfterSeconds: z.int().nullable(),
    evaluatedAt: Timestamp,
    nextExpectedAt: nullable(Timestamp),
    reason: z
      .enum(['never_loaded', 'paused', 'no_policy', 'clock_skew', 'last_load_failed'])
      .nullable()
      .meta({ description: 'What a reader should know beside the status.' }),
  })
  .meta({ id: 'Freshness' })
export type Freshness = z.infer<typeof Freshness>

/** One end of a position: the id where it is known, and the code as people know it. */
export const PositionEnd = z
  .object({ id: nullable(EntityId), code: z.string(), label: z.string().nullable() })
  .meta({ id: 'PositionEnd' })
export type PositionEnd = z.infer<typeof PositionEnd>

export const Ownership = z.enum(ownerships).meta({ id: 'Ownership' })

const amount = (description: string) => nullable(Decimal).meta({ description })

export const MaterialFactoryPosition = z
  .object({
    positionId: Uuid,
    material: PositionEnd,
    factory: PositionEnd,
    system: z.string(),
    instance: z.string(),
    asOf: Timestamp,
    uom: UnitOfMeasure,
    onHand: amount('At the factory, of any quality.'),
    qualityHold: amount('Of onHand, blocked.'),
    allocated: amount('Of onHand, reserved to cutting orders.'),
    available: amount('onHand − qualityHold − allocated; null when one is unknown.'),
    inTransit: amount('Shipped by the supplier, not received.'),
    onOrder: amount('Open purchase orders, not yet shipped: disjoint from inTransit.'),
    onOrderNonCancellable: amount('Of onOrder, what cannot be cancelled.'),
    required: amount('For open production.'),
    projected: amount('onHand − qualityHold + inTransit + onOrder − required.'),
    boughtQuantity: amount('Bought so far.'),
    liabilityQuantity: amount('max(0, brand-owned onHand + inTransit + onOrderNonCancellable − required).'),
    liabilityValue: nullable(Money).meta({ description: 'liabilityQuantity × unitCost.' }),
    lastDemandAt: nullable(Timestamp),
    ownership: nullable(Ownership),
    sourcingModel: z.enum(sourcingModels).nullable(),
    unitCost: nullable(Money),
    lotCount: z.int().min(0).nullable(),
    supplier: z.string().nullable().meta({ description: 'Code or record id of the supplier, as the system has it.' }),
    mpn: z.string().nullable(),
    source: z.object({
      recordId: z.string(),
      recordVersion: z.string(),
      ingestedAt: Timestamp,
      datasetId: nullable(DatasetId),
    }),
    freshness: z.object({ status: FreshnessStatus, lagSeconds: z.int().min(0).nullable() }),
  })
  .meta({ id: 'MaterialFactoryPosition', description: 'What one system says about one material at one factory.' })
export type MaterialFactoryPosition = z.infer<typeof MaterialFactoryPosition>

export const measures = [
  'onHand',
  'qualityHold',
  'allocated',
  'available',
  'inTransit',
  'onOrder',
  'required',
  'projected',
] as const
export const Measure = z.enum(measures).meta({ id: 'Measure' })
export type Measure = z.infer<typeof Measure>

export const PositionDifference = z
  .object({
    measure: Measure,
    baselineSystem: z.string(),
    baseline: nullable(Decimal),
    otherSystem: z.string(),
    other: nullable(Decimal),
    delta: nullable(Decimal).meta({ description: 'Other minus baseline, in `uom`.' }),
    deltaPercent: nullable(Decimal).meta({
      description: 'Of the baseline, rounded half away from zero to 4 places; null when that is 0.',
    }),
    uom: nullable(UnitOfMeasure).meta({ description: 'The base unit in which all three are.' }),
    withinTolerance: z.boolean().nullable(),
  })
  .meta({ id: 'PositionDifference' })
export type PositionDifference = z.infer<typeof PositionDifference>

export const PositionComparison = z
  .object({
    material: PositionEnd,
    factory: PositionEnd,
    positions: z.array(MaterialFactoryPosition),
    differences: z.array(PositionDifference),
    verdict: z.enum(['match', 'within_tolerance', 'mismatch', 'missing', 'not_comparable']),
    warnings: z.array(z.enum(['stale_source', 'uom_converted'])),
  })
  .meta({ id: 'PositionComparison' })
export type PositionComparison = z.infer<typeof PositionComparison>

/** From the least to the most severe. */
export const ExceptionSeverity = z.enum(['low', 'medium', 'high', 'critical'])
export type ExceptionSeverity = z.infer<typeof ExceptionSeverity>

export const exceptionCodes = [
  'MISSING_IN_ERP',
  'MISSING_IN_PLM',
  'ORPHAN_MATERIAL',
  'ORPHAN_FACTORY',
  'UOM_INCOMPATIBLE',
  'UOM_MISMATCH',
  'QUANTITY_MISMATCH',
  'REQUIREMENT_MISMATCH',
  'SUPPLIER_MISMATCH',
  'MPN_MISMATCH',
  'STATUS_CONFLICT',
  'FACTORY_NOT_ALLOCATED',
  'NEGATIVE_ON_HAND',
  'OVER_ALLOCATED',
  'SHORTAGE',
  'EXCESS_LIABILITY',
  'DUPLICATE_SOURCE_RECORD',
  'AMBIGUOUS_MATCH',
  'FUTURE_TIMESTAMP',
  'STALE_SOURCE',
  'UNKNOWN_FRESHNESS',
] as const
export const ExceptionCode = z.enum(exceptionCodes).meta({ id: 'ExceptionCode' })
export type ExceptionCode = z.infer<typeof ExceptionCode>

/** Those that a stale input lowers by one step. */
export const quantityCodes: readonly ExceptionCode[] = [
  'QUANTITY_MISMATCH',
  'REQUIREMENT_MISMATCH',
  'NEGATIVE_ON_HAND',
  'OVER_ALLOCATED',
  'SHORTAGE',
  'EXCESS_LIABILITY',
]

export const PositionException = z
  .object({
    exceptionId: Uuid,
    code: ExceptionCode,
    severity: ExceptionSeverity.meta({ description: 'A stale input lowers that of a quantity exception by one step.' }),
    status: z.enum(['open', 'resolved']),
    material: nullable(PositionEnd),
    factory: nullable(PositionEnd),
    measure: z.string().nullable(),
    systems: z.array(z.string()),
    observed: z.string().nullable(),
    expected: z.string().nullable(),
    delta: nullable(Decimal),
    uom: nullable(UnitOfMeasure),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
    staleInput: z.boolean(),
    datasetIds: z.array(z.string()),
    recommendedAction: z.string(),
  })
  .meta({ id: 'PositionException', description: 'Where systems disagree, or what they say cannot be right.' })
export type PositionException = z.infer<typeof PositionException>

const InspectedField = z
  .object({ name: z.string(), type: z.enum(fieldTypes), classification: z.enum(classifications).nullable() })
  .meta({ id: 'InspectedField' })

export const SchemaDrift = z
  .object({
    datasetId: DatasetId,
    recordType: RecordType,
    field: z.string(),
    change: z.enum(['added', 'missing', 'type_changed']),
    declared: z.string().nullable(),
    observed: z.string().nullable(),
    firstSeenAt: nullable(Timestamp),
  })
  .meta({ id: 'SchemaDrift', description: 'Where records differ from the fields that their dataset declares.' })
export type SchemaDrift = z.infer<typeof SchemaDrift>

export const InspectedLoad = z.object({ runId: z.string(), ...datasetLoadShape }).meta({ id: 'DatasetLoad' })
export type InspectedLoad = z.infer<typeof InspectedLoad>

export const InspectedRecord = z
  .object({
    instance: z.string(),
    recordType: RecordType,
    kind: nullable(ConnectedKind).meta({ description: 'Null, like `record`, when none of its events was accepted.' }),
    record: nullable(SourceRecordSummary),
    raw: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string(), z.number(), z.boolean(), z.null()])
      .meta({ description: 'The record as last ingested; secrets and personal fields were removed before.' }),
    mapping: z.array(
      z.object({ sourceField: z.string().nullable(), canonicalField: z.string(), value: nullable(FieldValue) }),
    ),
    match: z
      .object({ state: MatchState, connectedRef: z.string() })
      .nullable()
      .meta({ description: 'Null until the record was looked at.' }),
    openExceptions: z.array(z.object({ exceptionId: Uuid, code: ExceptionCode })),
    deadLetters: z
      .array(z.object({ reason: z.string(), detail: z.string(), at: Timestamp, partition: z.int(), offset: z.int() }))
      .meta({ description: 'Of the last 30 days, newest first, at most 20.' }),
  })
  .meta({ id: 'InspectedRecord' })
export type InspectedRecord = z.infer<typeof InspectedRecord>

export const SourceInspection = z
  .object({
    system: z.string(),
    instances: z.array(z.string()),
    recordTypes: z.array(
      z.object({
        name: RecordType,
        datasetId: nullable(DatasetId),
        rowCount: z.int().min(0),
        fields: z.array(InspectedField),
      }),
    ),
    lastLoads: z.array(InspectedLoad).meta({ description: 'At most 5 of each dataset, newest first.' }),
    schemaDrift: z.array(SchemaDrift),
    records: z.array(InspectedRecord).meta({ description: 'The record that was asked for, one an instance and type.' }),
  })
  .meta({ id: 'SourceInspection' })
export type SourceInspection = z.infer<typeof SourceInspection>

export const ConnectedRecordResponse = responseOf('ConnectedRecordResponse', ConnectedRecord)
export const ConnectedRecordPage = pageOf('ConnectedRecordPage', ConnectedRecord, {
  truncated: z.boolean().meta({ description: 'True when `q` has more hits than are looked at.' }),
})
export const DatasetPage = pageOf('DatasetPage', Dataset)
export const FreshnessPage = pageOf('FreshnessPage', Freshness, {
  projector: z.object({
    lagSeconds: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'How far the service is behind; null when not known.' }),
    lastAppliedAt: nullable(Timestamp).meta({
      description: 'Arrival of the newest applied change of the organization.',
    }),
  }),
})
export const MaterialFactoryPositionPage = pageOf('MaterialFactoryPositionPage', MaterialFactoryPosition)
export const PositionComparisonResponse = responseOf('PositionComparisonResponse', z.array(PositionComparison))
export const PositionExceptionPage = pageOf('PositionExceptionPage', PositionException)
export const SourceInspectionResponse = responseOf('SourceInspectionResponse', SourceInspection)

export const GetConnectedRecordInput = z.strictObject({ kind: ConnectedKind, ref: ConnectedRef })

export const SearchConnectedRecordsInput = z.strictObject({
  kind: ConnectedKind.optional(),
  q: text(500, 1).optional().meta({ description: 'Words that the label must hold, whole or as prefixes.' }),
  system: SystemName.optional().meta({ description: 'Only records that this system speaks of.' }),
  matchState: MatchState.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const ListServiceDatasetsInput = z.strictObject({
  system: SystemName.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const GetServiceDataFreshnessInput = z.strictObject({
  datasetId: DatasetId.optional(),
  status: FreshnessStatus.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const GetMaterialFactoryPositionInput = z.strictObject({
  material: ConnectedRef,
  factory: ConnectedRef.optional(),
  system: SystemName.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

/** How far amounts may be apart: an exact decimal that is not negative. */
const Allowance = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/, 'must be a decimal string that is not negative')
  .meta({ example: '1' })

/** Every unit there is, so the result has all keys of its type. */
function allowanceOfEachUnit() {
  type OfEachUnit = Record<z.infer<typeof UnitOfMeasure>, z.ZodOptional<typeof Allowance>>
  return Object.fromEntries(UnitOfMeasure.options.map((unit) => [unit, Allowance.optional()])) as OfEachUnit
}

export const CompareMaterialPositionsInput = z.strictObject({
  pairs: z
    .array(z.strictObject({ material: ConnectedRef, factory: ConnectedRef }))
    .min(1)
    .max(100),
  systems: z.array(SystemName).min(2).max(4),
  measures: z.array(Measure).min(1).max(measures.length).default(['onHand']),
  tolerance: z
    .strictObject({
      percent: Allowance.optional(),
      absolute: z.strictObject(allowanceOfEachUnit()).optional(),
    })
    .optional()
    .meta({ description: 'Default: 1 %, and absolutely EA 0, MTR 1, KGM 0.5. Within the larger of both is within.' }),
})

export const ListMaterialPositionExceptionsInput = z.strictObject({
  code: ExceptionCode.optional(),
  severity: ExceptionSeverity.optional().meta({ description: 'As served, that is after a stale input lowered it.' }),
  status: z.enum(['open', 'resolved']).default('open'),
  material: ConnectedRef.optional(),
  factory: ConnectedRef.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const InspectServiceSourceInput = z.strictObject({
  system: SystemName,
  recordType: RecordType.optional(),
  recordId: text(255, 1).optional(),
})
