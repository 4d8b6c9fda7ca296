import { z } from 'zod'
import { Cursor, Limit, nullable, pageOf, responseOf, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { DatasetId, RecordType } from '../records/connected-events.ts'
import { ConnectedKind, ConnectedRecord, MatchState } from './connected-records.ts'
import { Dataset, Freshness, FreshnessStatus } from './datasets.ts'
import { ExceptionCode, ExceptionSeverity, PositionException, PositionExceptionSummary } from './exceptions.ts'
import { MaterialFactoryPosition, Measure, measures, PositionComparison } from './positions.ts'
import { SourceInspection } from './source-inspection.ts'

/** How a caller names a material or a factory. */
export const ConnectedRef = text(600, 1).meta({
  description:
    'A canonical id, `{system}:{instance}:{recordId}`, or a bare code, also a former one that nobody has now; a code of ' +
    'several is 409 `ambiguous_reference`.',
})

export const SystemName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a system such as erp (lower case)')
  .meta({ description: 'A source system.', example: 'erp' })

/** Where the service stands in what it was sent. */
export const ProjectorState = z.object({
  lagSeconds: z.number().min(0).nullable().meta({ description: 'How far the service is behind; null when not known.' }),
  lastAppliedAt: nullable(Timestamp).meta({
    description: 'Arrival of the newest applied change of the organization.',
  }),
})

export const ConnectedRecordResponse = responseOf('ConnectedRecordResponse', ConnectedRecord).register(compactRow, {
  fields: [
    ...['kind', 'id', 'ref', 'label', 'canonicalEntityId', 'match', 'operatorSupplierId'],
    ...['name', 'value', 'unit', 'sourceSystem', 'conflict'].map((name) => `fields.${name}`),
  ],
})
export const ConnectedRecordPage = pageOf('ConnectedRecordPage', ConnectedRecord, {
  truncated: z.boolean().meta({ description: 'True when `q` has more hits than are looked at.' }),
})
export const DatasetPage = pageOf('DatasetPage', Dataset)
export const FreshnessPage = pageOf('FreshnessPage', Freshness, {
  projector: ProjectorState,
})
export const MaterialFactoryPositionPage = pageOf('MaterialFactoryPositionPage', MaterialFactoryPosition)
export const PositionComparisonResponse = responseOf('PositionComparisonResponse', z.array(PositionComparison))
export const PositionExceptionPage = pageOf('PositionExceptionPage', PositionException)
export const PositionExceptionSummaryResponse = responseOf('PositionExceptionSummaryResponse', PositionExceptionSummary)
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

/** At least one of `material` and `factory`, which a schema of single parameters cannot say. */
export const GetMaterialFactoryPositionInput = z.strictObject({
  material: ConnectedRef.optional(),
  factory: ConnectedRef.optional(),
  system: SystemName.optional(),
  cursor: Cursor.optional(),
  limit: Limit,
})

/** How far amounts may be apart: an exact decimal that is not negative. */
const ToleranceAmount = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/,
    'must be a decimal in quotes from 0, without zeros at its end, such as 1 or 0.5',
  )
  .meta({ example: '1' })

/** Every unit there is, so the result has all keys of its type. */
function toleranceOfEachUnit() {
  type OfEachUnit = Record<z.infer<typeof UnitOfMeasure>, z.ZodOptional<typeof ToleranceAmount>>
  return Object.fromEntries(UnitOfMeasure.options.map((unit) => [unit, ToleranceAmount.optional()])) as OfEachUnit
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
      percent: ToleranceAmount.optional(),
      absolute: z.strictObject(toleranceOfEachUnit()).optional(),
    })
    .optional()
    .meta({ description: 'Default: 1 %, and absolutely EA 0, MTR 1, KGM 0.5. Within the larger of both is within.' }),
})

/** Which exceptions are asked for: what the list and the summary take alike. */
const exceptionFilters = {
  code: ExceptionCode.optional(),
  severity: ExceptionSeverity.optional().meta({ description: 'As served, that is after a stale input lowered it.' }),
  status: z.enum(['open', 'resolved']).default('open'),
  material: ConnectedRef.optional(),
  factory: ConnectedRef.optional(),
}

export const ListMaterialPositionExceptionsInput = z.strictObject({
  ...exceptionFilters,
  cursor: Cursor.optional(),
  limit: Limit,
})

export const SummarizeMaterialPositionExceptionsInput = z.strictObject(exceptionFilters)

export const InspectServiceSourceInput = z.strictObject({
  system: SystemName,
  recordType: RecordType.optional(),
  recordId: text(255, 1).optional(),
})
