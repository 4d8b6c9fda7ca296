import { z } from 'zod'
import { Cursor, Limit, nullable, pageOf, responseOf, Timestamp, text, UnitOfMeasure } from './common.ts'
import {
  ConnectedKind,
  ConnectedRecord,
  Dataset,
  ExceptionCode,
  ExceptionSeverity,
  Freshness,
  FreshnessStatus,
  MatchState,
  MaterialFactoryPosition,
  Measure,
  measures,
  PositionComparison,
  PositionException,
} from './connected.ts'
import { DatasetId, RecordType } from './connected-events.ts'
import { SourceInspection } from './source-inspection.ts'

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
  systems: z
    .array(SystemName)
    .min(2)
    .max(4)
    .refine((systems) => new Set(systems).size === systems.length, 'must not name a system twice')
    .meta({ uniqueItems: true }),
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
