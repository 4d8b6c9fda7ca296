import { z } from 'zod'
import { ListBomYieldChangesInput, ListBomYieldsInput } from '../bom/yields.ts'
import { Cursor, EntityId, Limit, nullable, pageOf, responseOf, Timestamp, Uuid } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { CHANGES_SINCE, ListChangesInput } from '../graph/changes.ts'
import { Direction, ListEntityRelationshipsInput, SearchEntitiesInput } from '../graph/entities.ts'
import {
  ConnectedRef,
  GetMaterialFactoryPositionInput,
  GetServiceDataFreshnessInput,
  ListMaterialPositionExceptionsInput,
} from '../materials/connected-operations.ts'
import type { Scope } from '../scopes.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'
import { ExportFormat } from './export-formats.ts'

const pagination = { cursor: true, limit: true } as const
/** Parameters of reads that exports do not have: a file has all relationships, without traversal. */
const traversal = {
  depth: true,
  to: true,
  toSeason: true,
  toLifecycleState: true,
  toCountryCode: true,
  distinct: true,
} as const

interface KindOfExport {
  /** What one row of the file contains. */
  meaning: string
  /** Scope of the matching read. */
  scope: Scope
  /** Filters of the matching read. */
  parameters: z.ZodObject
  /** Columns in the order of the file. New columns are added at the end. */
  columns: readonly ExportColumn[]
}

/** Every kind of export: a new one is an entry here and one in `api/exports/recipes/index.ts`. */
export const exportKinds = {
  entities: {
    meaning: 'one row for each entity',
    scope: 'graph:read',
    parameters: SearchEntitiesInput.omit({ ...pagination, count: true }),
    columns: exportColumns.entities,
  },
  external_references: {
    meaning: 'one row for each code of an entity in an external system',
    scope: 'graph:read',
    parameters: SearchEntitiesInput.omit({ ...pagination, count: true }),
    columns: exportColumns.external_references,
  },
  relationships: {
    meaning: 'one row for each relationship',
    scope: 'graph:read',
    parameters: ListEntityRelationshipsInput.omit({ ...pagination, ...traversal }).extend({
      entityId: EntityId.optional().meta({
        description: 'Return only relationships of this entity. Returns all of the organization by default.',
      }),
      direction: described(
        Direction.optional(),
        'Return only relationships in this direction. Requires `entityId`. Returns both directions by default.',
      ),
      relationshipType: described(
        ListEntityRelationshipsInput.shape.relationshipType,
        'Return only relationships of these types.',
      ),
    }),
    columns: exportColumns.relationships,
  },
  changes: {
    meaning: 'one row for each change of an entity, a relationship, or a BOM snapshot',
    scope: 'graph:read',
    parameters: ListChangesInput.omit(pagination).extend({
      since: described(
        ListChangesInput.shape.since,
        `${CHANGES_SINCE} Starts at the oldest change that is kept by default.`,
      ),
    }),
    columns: exportColumns.changes,
  },
  bom_yields: {
    meaning: 'one row for each yield row of a snapshot',
    scope: 'bom:read',
    parameters: ListBomYieldsInput.omit(pagination),
    columns: exportColumns.bom_yields,
  },
  bom_yield_changes: {
    meaning: 'one row for each difference between two snapshots',
    scope: 'bom:read',
    parameters: ListBomYieldChangesInput.omit(pagination),
    columns: exportColumns.bom_yield_changes,
  },
  material_positions: {
    meaning: 'one row for each position of a material at a factory in a system',
    scope: 'materials:read',
    parameters: GetMaterialFactoryPositionInput.omit(pagination).extend({
      material: ConnectedRef.optional().meta({
        description: 'Return only positions of this material. Returns those of all materials by default.',
      }),
      factory: ConnectedRef.optional().meta({
        description: 'Return only positions at this factory. Returns those at all factories by default.',
      }),
    }),
    columns: exportColumns.material_positions,
  },
  position_exceptions: {
    meaning: 'one row for each exception',
    scope: 'materials:read',
    parameters: ListMaterialPositionExceptionsInput.omit({ ...pagination, order: true }),
    columns: exportColumns.position_exceptions,
  },
  dataset_freshness: {
    meaning: 'one row for each dataset',
    scope: 'materials:read',
    parameters: GetServiceDataFreshnessInput.omit(pagination),
    columns: exportColumns.dataset_freshness,
  },
} as const satisfies Record<string, KindOfExport>

export const kindsOfExports = Object.keys(exportKinds) as [ExportKind, ...ExportKind[]]

/** The names of the columns of a kind, in the order of the file. */
export function columnNames(kind: ExportKind): string[] {
  return exportKinds[kind].columns.map(({ name }) => name)
}

export type ExportKind = keyof typeof exportKinds
export const ExportKind = enumOf(
  Object.fromEntries(kindsOfExports.map((kind) => [kind, exportKinds[kind].meaning])) as Record<ExportKind, string>,
  { id: 'ExportKind', description: 'What the export contains.' },
)

/** The filters that a kind of export accepts. */
export type ExportParameters<K extends ExportKind> = z.output<(typeof exportKinds)[K]['parameters']>

/** The parameters that every kind has in addition to its filters. */
const ofEveryKind = {
  byteOrderMark: z.boolean().optional().meta({
    default: false,
    description:
      'Whether the file starts with a byte order mark, so that spreadsheets recognize UTF-8. Requires the format `csv`.',
  }),
}

/** All parameters of a kind: its filters, and those that every kind has. */
export function parametersOf(kind: ExportKind): z.ZodObject {
  const { parameters }: KindOfExport = exportKinds[kind]
  return parameters.extend(ofEveryKind)
}

/**
 * The parameters of any kind. The service checks those of the kind when an export is created; `CreateExportForms`
 * describes them.
 */
const anyParameters = z
  .looseObject({})
  .meta({ description: 'Filters of the matching read operation, and `byteOrderMark`.' })

export const ExportStatus = enumOf(
  {
    queued: 'waiting to be processed',
    running: 'rows are being written',
    completed: 'the file can be downloaded until `expiresAt`',
    failed: 'the export failed; `errorCode` contains the reason',
    expired: 'the file was deleted after `expiresAt`',
  },
  { id: 'ExportStatus', description: 'Status of an export.' },
)
export type ExportStatus = z.infer<typeof ExportStatus>

const count = z.int().min(0)

export const ExportJob = z
  .object({
    exportId: described(Uuid, 'ID of the export: a UUID.'),
    kind: ExportKind,
    format: ExportFormat,
    parameters: z.looseObject({}).meta({
      description: 'Parameters as resolved when the export was created. Dates are replaced by snapshot IDs.',
    }),
    status: ExportStatus,
    createdAt: described(Timestamp, 'Time at which the export was created.'),
    startedAt: described(nullable(Timestamp), 'Time at which processing started. Null while it is queued.'),
    completedAt: described(nullable(Timestamp), 'Time at which the export completed or failed. Null before.'),
    expiresAt: described(
      nullable(Timestamp),
      'Time until which the file can be downloaded. Null until it is completed.',
    ),
    rowCount: described(
      count.nullable(),
      'Number of rows in the file, without the header line of CSV. Null until it is completed.',
    ),
    byteSize: described(count.nullable(), 'Size of the file in bytes. Null until it is completed.'),
    sha256: described(z.string().nullable(), 'SHA-256 of the file in hexadecimal. Null until it is completed.'),
    columns: described(z.array(z.string()), 'Columns of the file, in order.'),
    progress: z
      .object({ rows: described(count, 'Number of rows written so far.') })
      .meta({ description: 'Progress of the export.' }),
    errorCode: described(z.string().nullable(), 'Problem code of the failure. Null unless the export failed.'),
    pollAfterSeconds: described(
      z.int().min(1).nullable(),
      'Seconds to wait before you request the status again. Null once the status is final.',
    ),
    links: z
      .object({
        self: described(z.string(), 'Path of the status.'),
        download: described(z.string(), 'Path of the file. Available once the export is completed.'),
      })
      .meta({ description: 'Paths of the export.' }),
  })
  .meta({ id: 'ExportJob', description: 'An asynchronous export of one file.' })
  .register(compactRow, { fields: ['exportId', 'kind', 'format', 'status', 'createdAt', 'expiresAt', 'rowCount'] })
export type ExportJob = z.infer<typeof ExportJob>

export const ExportResponse = responseOf('ExportResponse', ExportJob).register(compactRow, {
  fields: [
    ...['exportId', 'kind', 'format', 'parameters', 'status', 'createdAt', 'expiresAt', 'rowCount', 'errorCode'],
    ...['pollAfterSeconds', 'links'],
  ],
})

export const ExportPage = pageOf('ExportPage', ExportJob)

/** The format that a request names. */
export const FormatInput = described(ExportFormat.default('csv'), 'Format of the file.')

export const CreateExportInput = z.strictObject({
  kind: ExportKind,
  format: FormatInput,
  parameters: anyParameters.optional(),
})

export const ListExportsInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })

export const ExportIdInput = z.strictObject({
  exportId: described(Uuid, 'ID of the export: a UUID from `createExport` or `listExports`.'),
})

/** The file of a completed export, as text. A Parquet file has no text. */
export const ExportFile = z.string().meta({ description: 'The file, in the format of the export.' })
