import { z } from 'zod'
import { Cursor, Limit, ListNotice, nullable, pageOf, responseOf, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { DatasetId, RecordType } from '../records/connected-events.ts'
import { SinceAsSent } from '../values/input-times.ts'
import { ConnectedKind, ConnectedRecord, MatchState } from './connected-records.ts'
import { Dataset, Freshness, FreshnessStatus } from './datasets.ts'
import {
  ExceptionCode,
  ExceptionOrder,
  ExceptionSeverity,
  ExceptionStatus,
  PositionExceptionSummary,
  ServedPositionException,
} from './exceptions.ts'
import { MaterialFactoryPosition, Measure, measures, PositionComparison } from './positions.ts'
import { SourceInspection } from './source-inspection.ts'

/** A reference to a material or a factory in a request. */
export const ConnectedRef = text(600, 1).meta({
  description:
    'An entity ID, a source record (`{system}:{instance}:{recordId}`), or a code. Previous codes work unless they have ' +
    'been reassigned. Returns `409 ambiguous_reference` if several records share the code.',
})

export const SystemName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,31}$/, 'must be a system such as erp (lowercase)')
  .meta({ description: 'Source system, such as `erp`: lowercase `a` to `z`, digits, and underscores.', example: 'erp' })

/** The lag of the service behind its input. */
export const ProjectorState = z
  .object({
    lagSeconds: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Seconds that the service is behind the newest events. Null if not known.' }),
    lastAppliedAt: described(
      nullable(Timestamp),
      'Time at which the newest applied event of the organization reached the service. Null if there is none.',
    ),
  })
  .meta({ description: 'State of the projector: the service that consumes events and updates the graph.' })

export const ConnectedRecordResponse = responseOf('ConnectedRecordResponse', ConnectedRecord).register(compactRow, {
  fields: [
    ...['kind', 'id', 'ref', 'label', 'canonicalEntityId', 'match', 'operatorSupplierId'],
    ...['name', 'value', 'unit', 'sourceSystem', 'conflict'].map((name) => `fields.${name}`),
  ],
})
export const ConnectedRecordPage = pageOf('ConnectedRecordPage', ConnectedRecord, {
  truncated: z
    .boolean()
    .meta({ description: 'True if a search has more than 10,000 matches and some were not considered.' }),
  suggestions: z
    .array(z.string())
    .max(5)
    .optional()
    .meta({
      description:
        'Labels whose words or codes differ from `q` in at most two characters for each word, the nearest first. Only ' +
        'if `q` has no match, something is similar, and there are fewer than 1,000 records to compare.',
    }),
})
export const DatasetPage = pageOf('DatasetPage', Dataset)
export const FreshnessPage = pageOf('FreshnessPage', Freshness, {
  projector: ProjectorState,
})
export const MaterialFactoryPositionPage = pageOf('MaterialFactoryPositionPage', MaterialFactoryPosition)
export const PositionComparisonResponse = responseOf(
  'PositionComparisonResponse',
  z.array(PositionComparison).meta({ description: 'One comparison for each pair, in the order of the request.' }),
)
export const PositionExceptionPage = pageOf('PositionExceptionPage', ServedPositionException)
export const PositionExceptionSummaryResponse = z
  .object({
    data: PositionExceptionSummary,
    meta: z
      .object({
        notices: z
          .array(ListNotice)
          .optional()
          .meta({ description: 'Notices about filters. Absent if there are none.' }),
      })
      .meta({ description: 'Information about the response.' }),
  })
  .meta({ id: 'PositionExceptionSummaryResponse', description: 'The response with one resource.' })
export const SourceInspectionResponse = responseOf('SourceInspectionResponse', SourceInspection)

export const GetConnectedRecordInput = z.strictObject({ kind: ConnectedKind, ref: ConnectedRef })

export const SearchConnectedRecordsInput = z.strictObject({
  kind: described(ConnectedKind.optional(), 'Return only records of this kind.'),
  q: text(500, 1)
    .optional()
    .meta({
      description:
        'Words to search for in labels. Each word must match a whole word or the beginning of one. ' +
        'Records with exactly this code match too.',
    }),
  system: SystemName.optional().meta({ description: 'Return only records with a source record of this system.' }),
  matchState: described(MatchState.optional(), 'Return only records in this match state.'),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const ListServiceDatasetsInput = z.strictObject({
  system: described(SystemName.optional(), 'Return only datasets of this source system.'),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const GetServiceDataFreshnessInput = z.strictObject({
  datasetId: described(
    DatasetId.optional(),
    'Return only the dataset with this ID. Returns `404 dataset_not_found` if there is none.',
  ),
  status: described(FreshnessStatus.optional(), 'Return only datasets with this status.'),
  cursor: Cursor.optional(),
  limit: Limit,
})

const referenceForms =
  'Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code, including an unassigned one.'

/** Requires `material`, `factory`, or both, which the schema of a single parameter cannot express. */
export const GetMaterialFactoryPositionInput = z.strictObject({
  material: ConnectedRef.optional().meta({
    description: `Return only positions of this material. Required without \`factory\`. ${referenceForms}`,
  }),
  factory: ConnectedRef.optional().meta({
    description: `Return only positions at this factory. Required without \`material\`. ${referenceForms}`,
  }),
  system: described(SystemName.optional(), 'Return only positions of this source system.'),
  cursor: Cursor.optional(),
  limit: Limit,
})

/** The largest difference that counts as equal: an exact decimal of at least 0. */
const ToleranceAmount = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/,
    'must be a decimal in quotes from 0 without trailing zeros, such as 1 or 0.5',
  )
  .meta({ description: 'Exact decimal as a string, not negative, such as `0.5`.', example: '1' })

/** A tolerance for every unit, so that the type has a key for each. */
function toleranceOfEachUnit() {
  type OfEachUnit = Record<z.infer<typeof UnitOfMeasure>, z.ZodOptional<typeof ToleranceAmount>>
  return Object.fromEntries(
    UnitOfMeasure.options.map((unit) => [
      unit,
      described(ToleranceAmount.optional(), `Absolute tolerance in ${unit}. Applies to all units that it converts to.`),
    ]),
  ) as OfEachUnit
}

const pairForms = 'Takes an entity ID, a source record (`{system}:{instance}:{recordId}`), or a code.'

export const CompareMaterialPositionsInput = z.strictObject({
  pairs: z
    .array(
      z.strictObject({
        material: described(ConnectedRef, `Material of the pair. ${pairForms}`),
        factory: described(ConnectedRef, `Factory of the pair. ${pairForms}`),
      }),
    )
    .min(1)
    .max(100)
    .meta({ description: 'Pairs of a material and a factory to compare, 1 to 100.' }),
  systems: z
    .array(SystemName)
    .min(2)
    .max(4)
    .refine((systems) => new Set(systems).size === systems.length, 'must not contain a system twice')
    .meta({ uniqueItems: true, description: 'Source systems to compare, 2 to 4 different ones.' }),
  measures: z
    .array(Measure)
    .min(1)
    .max(measures.length)
    .default(['onHand'])
    .meta({ description: 'Quantities to compare.' }),
  tolerance: z
    .strictObject({
      percent: described(
        ToleranceAmount.optional(),
        'Relative tolerance in percent of the larger quantity. Defaults to 1.',
      ),
      absolute: z.strictObject(toleranceOfEachUnit()).optional().meta({
        description:
          'Absolute tolerance by unit. Defaults to 0 EA, 1 MTR, and 0.5 KGM. If given, units that are not listed have 0.',
      }),
    })
    .optional()
    .meta({
      description:
        'Tolerance for differences. Quantities agree if they differ by at most the larger of both tolerances.',
    }),
})

/** The filters that the list and the summary of exceptions have in common. */
const exceptionFilters = {
  code: described(ExceptionCode.optional(), 'Return only exceptions with this code.'),
  severity: described(
    ExceptionSeverity.optional(),
    'Return only exceptions with this severity, after stale-data adjustment.',
  ),
  status: described(ExceptionStatus.default('open'), 'Return only exceptions with this status.'),
  material: ConnectedRef.optional().meta({
    description: `Return only exceptions of this material. ${referenceForms}`,
  }),
  factory: ConnectedRef.optional().meta({
    description: `Return only exceptions of this factory. ${referenceForms}`,
  }),
  supplier: text(255, 1)
    .optional()
    .meta({
      description:
        'Return only exceptions of materials with this nominated supplier. Takes an entity ID, a code, or a label as ' +
        'responses show it.',
    }),
  system: described(SystemName.optional(), 'Return only exceptions that concern this source system.'),
  steward: text(255, 1).optional().meta({
    description: 'Return only exceptions based on a dataset of this steward. Exact match.',
  }),
  since: SinceAsSent.optional().meta({
    description: 'Return only exceptions with `firstSeenAt` at or after this time (RFC 3339), or date (00:00 UTC).',
  }),
}

export const ListMaterialPositionExceptionsInput = z.strictObject({
  ...exceptionFilters,
  order: described(ExceptionOrder.optional(), 'Order of the list. Defaults to `id`.'),
  cursor: Cursor.optional(),
  limit: Limit,
})

export const SummarizeMaterialPositionExceptionsInput = z.strictObject(exceptionFilters)

export const InspectServiceSourceInput = z.strictObject({
  system: SystemName,
  recordType: described(
    RecordType.optional(),
    'Return only this record type, such as `item_master`. Returns 400 if the system has no such type.',
  ),
  recordId: text(255, 1).optional().meta({ description: 'Also return the records with this ID in the source.' }),
})
