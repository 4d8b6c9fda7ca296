import { z } from 'zod'
import { Money } from './attributes.ts'
import { CountryCode, Decimal, EntityId, nullable, Timestamp, UnitOfMeasure, Uuid } from './common.ts'
import {
  DatasetId,
  datasetFieldShape,
  datasetLoadShape,
  datasetShape,
  loadStatuses,
  ownerships,
  recordKinds,
  sourcingModels,
} from './connected-events.ts'

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

export const InspectedLoad = z.object({ runId: z.string(), ...datasetLoadShape }).meta({ id: 'DatasetLoad' })
export type InspectedLoad = z.infer<typeof InspectedLoad>
