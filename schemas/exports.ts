import { z } from 'zod'
import { ListBomYieldChangesInput, ListBomYieldsInput } from './bom/yields.ts'
import { Cursor, EntityId, Limit, nullable, pageOf, responseOf, Timestamp, Uuid } from './common.ts'
import { compactRow } from './compact-row.ts'
import { ListEntityRelationshipsInput, SearchEntitiesInput } from './graph/entities.ts'
import {
  ConnectedRef,
  GetMaterialFactoryPositionInput,
  GetServiceDataFreshnessInput,
  ListMaterialPositionExceptionsInput,
} from './materials/connected-operations.ts'
import type { Scope } from './scopes.ts'

const paging = { cursor: true, limit: true } as const

interface KindOfExport {
  /** What the matching read needs. */
  scope: Scope
  /** The filters of the matching read. */
  parameters: z.ZodObject
  /** In the order of the file; new ones come last. */
  columns: readonly [string, ...string[]]
}

const yieldColumns =
  'snapshot_id match_key style sku colorway_code size_code bom_line_ref line_number section placement material ' +
  'material_color_code mpn supplier_code supplier net_yield wastage_percent wastage_basis gross_yield yield_per_units uom ' +
  'net_yield_base gross_yield_base base_uom yield_stage is_primary'

const changeColumns =
  'from_snapshot_id to_snapshot_id match_key change_type yield_direction changed_fields style sku placement ' +
  'material_before material_after mpn_before mpn_after supplier_before supplier_after net_yield_before net_yield_after ' +
  'gross_yield_before gross_yield_after uom_before uom_after delta_gross_yield delta_uom gross_percent ' +
  'wastage_percent_before wastage_percent_after wastage_basis_before wastage_basis_after ' +
  'material_name_before material_name_after delta_net_yield_from_zero delta_gross_yield_from_zero delta_uom_from_zero'

/** Every kind of export: a new one is an entry here and one in `api/operations/exports/kinds.ts`. */
export const exportKinds = {
  entities: {
    scope: 'graph:read',
    parameters: SearchEntitiesInput.omit(paging),
    columns: columnsOf(
      'id type label lifecycle_state natural_key season category material_type base_uom country_code revision ' +
        'created_at updated_at',
    ),
  },
  external_references: {
    scope: 'graph:read',
    parameters: SearchEntitiesInput.omit(paging),
    columns: columnsOf('entity_id type system instance kind value is_primary first_seen_at last_seen_at'),
  },
  relationships: {
    scope: 'graph:read',
    parameters: ListEntityRelationshipsInput.omit({ ...paging, depth: true, to: true }).extend({
      entityId: EntityId.optional().meta({ description: 'Only relationships of this entity; all when absent.' }),
    }),
    columns: columnsOf(
      'id type from_id from_type to_id to_type bom_line_ref placement net_yield wastage_percent gross_yield uom mpn ' +
        'publication_id is_nominated price_amount price_currency moq lead_time_days approval_state',
    ),
  },
  bom_yields: {
    scope: 'bom:read',
    parameters: ListBomYieldsInput.omit(paging),
    columns: columnsOf(yieldColumns),
  },
  bom_yield_changes: {
    scope: 'bom:read',
    parameters: ListBomYieldChangesInput.omit(paging),
    columns: columnsOf(changeColumns),
  },
  material_positions: {
    scope: 'materials:read',
    parameters: GetMaterialFactoryPositionInput.omit(paging).extend({
      material: ConnectedRef.optional().meta({ description: 'Only positions of this material; all when absent.' }),
    }),
    columns: columnsOf(
      'material factory system instance as_of uom on_hand quality_hold allocated available in_transit on_order required ' +
        'projected liability_quantity freshness_status',
    ),
  },
  position_exceptions: {
    scope: 'materials:read',
    parameters: ListMaterialPositionExceptionsInput.omit(paging),
    columns: columnsOf(
      'exception_id code severity status material factory measure expected observed delta uom stale_input first_seen_at ' +
        'last_seen_at',
    ),
  },
  dataset_freshness: {
    scope: 'materials:read',
    parameters: GetServiceDataFreshnessInput.omit(paging),
    columns: columnsOf('dataset_id source_system status severity lag_seconds last_success_at source_watermark_at'),
  },
} as const satisfies Record<string, KindOfExport>

function columnsOf(names: string): readonly [string, ...string[]] {
  const [first = '', ...others] = names.split(' ')
  return [first, ...others]
}

export const kindsOfExports = Object.keys(exportKinds) as [ExportKind, ...ExportKind[]]

export type ExportKind = keyof typeof exportKinds
export const ExportKind = z.enum(kindsOfExports).meta({ id: 'ExportKind', description: 'What is exported.' })

/** The filters that a kind takes. */
export type ExportParameters<K extends ExportKind> = z.output<(typeof exportKinds)[K]['parameters']>

/** What every kind takes beside its filters. */
const ofEveryKind = {
  byteOrderMark: z
    .boolean()
    .optional()
    .meta({ default: false, description: 'Begins the file with a byte order mark, by which spreadsheets tell UTF-8.' }),
}

/** All parameters of a kind: its filters, and what every kind takes. */
export function parametersOf(kind: ExportKind): z.ZodObject {
  const { parameters }: KindOfExport = exportKinds[kind]
  return parameters.extend(ofEveryKind)
}

/** Which parameters a kind takes is checked when its export is created; `CreateExportForms` tells it. */
const anyParameters = z.looseObject({}).meta({ description: 'The filters of the matching read, and byteOrderMark.' })

export const ExportStatus = z
  .enum(['queued', 'running', 'completed', 'failed', 'expired'])
  .meta({ id: 'ExportStatus', description: 'queued → running → completed → expired, or failed.' })
export type ExportStatus = z.infer<typeof ExportStatus>

const described = <T extends z.ZodType>(schema: T, description: string) => schema.meta({ description })
const count = z.int().min(0)

export const ExportJob = z
  .object({
    exportId: Uuid,
    kind: ExportKind,
    parameters: described(z.looseObject({}), 'As resolved at creation: snapshots by their ids.'),
    status: ExportStatus,
    createdAt: Timestamp,
    startedAt: nullable(Timestamp),
    completedAt: nullable(Timestamp),
    expiresAt: nullable(Timestamp).meta({ description: 'Until then the file can be downloaded.' }),
    rowCount: described(count.nullable(), 'Records of the file without its header line.'),
    byteSize: count.nullable(),
    sha256: described(z.string().nullable(), 'Of the file, hexadecimal.'),
    columns: z.array(z.string()),
    progress: z.object({ rows: described(count, 'Rows written so far.') }),
    errorCode: described(z.string().nullable(), 'Problem code of what made it fail.'),
    pollAfterSeconds: described(
      z.int().min(1).nullable(),
      'When to ask again: soon at first, less often the longer the job takes. Null once nothing changes by itself.',
    ),
    links: z.object({ self: z.string(), download: described(z.string(), 'Works once completed.') }),
  })
  .meta({ id: 'ExportJob', description: 'An asynchronous CSV export.' })
  .register(compactRow, { fields: ['exportId', 'kind', 'status', 'createdAt', 'expiresAt', 'rowCount'] })
export type ExportJob = z.infer<typeof ExportJob>

export const ExportResponse = responseOf('ExportResponse', ExportJob).register(compactRow, {
  fields: [
    ...['exportId', 'kind', 'parameters', 'status', 'createdAt', 'expiresAt', 'rowCount', 'errorCode'],
    ...['pollAfterSeconds', 'links'],
  ],
})

export const ExportPage = pageOf('ExportPage', ExportJob)

export const CreateExportInput = z.strictObject({
  kind: ExportKind,
  parameters: anyParameters.optional(),
})

export const ListExportsInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })

export const ExportIdInput = z.strictObject({
  exportId: Uuid.meta({ description: 'The `exportId` that createExport answered, or one that listExports lists.' }),
})

/** The file of a completed export: RFC 4180, UTF-8, CRLF, with a header line. */
export const ExportFile = z.string().meta({ description: 'CSV (RFC 4180) in UTF-8 with a header line.' })
