import { z } from 'zod'
import { Cursor, Decimal, EntityId, Limit, nullable, pageOf, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { compactRow } from '../compact-row.ts'

/** As the specification's pattern has it; one that overflows 128 bits is well formed and not found. */
export const SnapshotId = z
  .string()
  .regex(
    /^[0-9A-HJKMNP-TV-Z]{26}$/,
    'must be a ULID such as 01JPQ8Z5T0V6M3C1K9W2R7X4YB (26 digits and capitals without I, L, O, U)',
  )
  .meta({ id: 'SnapshotId', description: 'ULID of a BOM snapshot.', example: '01M2C93KPM0NJST8Z4VRRSMS61' })

const described = <T extends z.ZodType>(schema: T, description: string) => schema.meta({ description })

export const BomSnapshot = z
  .object({
    snapshotId: SnapshotId,
    publicationId: EntityId.meta({ description: 'The publication as an entity of the graph.' }),
    publicationNumber: described(z.int().min(1), 'Counts the completed publications of the organization.'),
    effectiveAt: Timestamp,
    startedAt: Timestamp,
    completedAt: Timestamp,
    sourceSystem: z.string(),
    styleCount: z.int().min(0),
    skuCount: z.int().min(0),
    rowCount: described(z.int().min(0), 'Yield rows of the snapshot.'),
    contentHash: described(z.string().nullable(), 'Order-free hash of the rows, as sources compute it.'),
    previousSnapshotId: nullable(SnapshotId),
    availableUntil: nullable(Timestamp).meta({ description: 'Null for the newest, which is never retired.' }),
  })
  .meta({ id: 'BomSnapshot', description: 'The frozen yields of one completed publication.' })
  .register(compactRow, {
    fields: ['snapshotId', 'publicationNumber', 'completedAt', 'sourceSystem', 'styleCount', 'skuCount', 'rowCount'],
  })
export type BomSnapshot = z.infer<typeof BomSnapshot>

const yieldFields = {
  matchKey: described(z.string(), 'Opaque; the same line and SKU have the same one in every snapshot.'),
  styleId: EntityId,
  style: described(z.string(), 'Style number.'),
  skuId: EntityId,
  sku: described(z.string(), 'SKU code.'),
  colorwayCode: z.string().nullable(),
  sizeCode: z.string().nullable(),
  bomLineRef: described(z.string().nullable(), 'The line’s stable id in its source.'),
  lineNumber: z.int(),
  section: z.string().nullable(),
  placement: z.string().nullable(),
  materialId: EntityId,
  material: described(z.string(), 'Material number.'),
  materialName: z.string().nullable(),
  materialType: z.string().nullable(),
  materialColorCode: z.string().nullable(),
  mpn: described(z.string().nullable(), 'The supplier’s article number.'),
  supplierId: nullable(EntityId),
  supplierCode: z.string().nullable(),
  supplier: described(z.string().nullable(), 'Name of the supplier.'),
  netYield: Decimal,
  wastagePercent: Decimal,
  wastageBasis: described(
    z.enum(['on_net', 'on_gross']),
    '`on_net`: gross = net × (1 + w/100); `on_gross`: net = gross × (1 − w/100).',
  ),
  grossYield: Decimal,
  yieldPerUnits: described(z.union([z.literal(1), z.literal(12)]), 'Garments that the yields are for.'),
  uom: UnitOfMeasure,
  netYieldBase: nullable(Decimal).meta({
    description: 'For one garment in the base unit of the material; null where there is no exact finite value.',
  }),
  grossYieldBase: nullable(Decimal),
  baseUom: nullable(UnitOfMeasure),
  yieldStage: z.enum(['costing', 'booking', 'bulk', 'actual']),
  isPrimary: z.boolean(),
}

/** A yield row as a change shows it. */
export const BomYieldRow = z
  .object(yieldFields)
  .meta({ id: 'BomYieldRow', description: 'A yield row as a change shows it.' })
export type BomYieldRow = z.infer<typeof BomYieldRow>

export const BomYield = z
  .object({
    snapshotId: SnapshotId,
    ...yieldFields,
    source: z.object({
      system: z.string(),
      recordId: z.string(),
      recordVersion: described(z.string().nullable(), 'Revision of the BOM in its source.'),
      extractedAt: Timestamp.meta({ description: 'When the source first sent the line as it is.' }),
    }),
  })
  .meta({ id: 'BomYield', description: 'What one SKU takes of one BOM line.' })
  .register(compactRow, { fields: ['matchKey', 'style', 'sku', 'placement', 'material', 'grossYield', 'uom'] })
export type BomYield = z.infer<typeof BomYield>

export const ChangeType = z.enum(['added', 'removed', 'changed', 'unchanged']).meta({ id: 'ChangeType' })
export type ChangeType = z.infer<typeof ChangeType>

/** The fields that a comparison compares, in the order of `changedFields`. */
export const comparedFields = [
  'style',
  'sku',
  'material',
  'materialColorCode',
  'mpn',
  'supplierCode',
  'netYield',
  'wastagePercent',
  'wastageBasis',
  'grossYield',
  'uom',
  'yieldPerUnits',
  'section',
  'placement',
  'isPrimary',
  'yieldStage',
] as const

export const BomYieldChange = z
  .object({
    changeType: ChangeType,
    changedFields: z.array(z.enum(comparedFields)),
    yieldDirection: z
      .enum(['increased', 'decreased', 'equal', 'not_comparable'])
      .nullable()
      .meta({ description: 'Of gross yield for one garment in base units; null for added and removed rows.' }),
    matchKey: z.string(),
    style: z.string(),
    sku: z.string(),
    placement: z.string().nullable(),
    before: nullable(BomYieldRow),
    after: nullable(BomYieldRow),
    delta: nullable(
      z
        .object({
          netYield: nullable(Decimal),
          grossYield: nullable(Decimal),
          uom: UnitOfMeasure,
          grossPercent: nullable(Decimal).meta({ description: 'Rounded half away from zero to 4 places.' }),
        })
        .meta({
          id: 'YieldDelta',
          description: 'After minus before for one garment, in `uom`: that of the rows when equal, else the base unit.',
        }),
    ),
  })
  .meta({ id: 'BomYieldChange', description: 'What became of one row between two snapshots.' })
  .register(compactRow, {
    fields: ['changeType', 'changedFields', 'matchKey', 'sku', 'placement', 'delta.grossPercent'],
  })
export type BomYieldChange = z.infer<typeof BomYieldChange>

export const ComparedSnapshot = z
  .object({ snapshotId: SnapshotId, completedAt: Timestamp })
  .meta({ id: 'ComparedSnapshot' })

export const BomSnapshotPage = pageOf('BomSnapshotPage', BomSnapshot)

export const BomYieldPage = pageOf('BomYieldPage', BomYield, { snapshot: ComparedSnapshot })

/** Why a comparison may say less than its caller expects. */
export const ComparisonNotice = z
  .object({
    code: z.enum(['same_snapshot', 'no_such_value', 'unreadable_rows']).meta({
      description:
        '`same_snapshot`: both sides are one snapshot; `no_such_value`: a filter’s value is in neither snapshot; ' +
        '`unreadable_rows`: rows are left out, because what is stored of them does not fit this contract.',
    }),
    name: z.string().nullable().meta({ description: 'The filter of `no_such_value`; else null.' }),
    detail: z.string(),
  })
  .meta({ id: 'ComparisonNotice', description: 'What is worth knowing of a comparison beside its rows.' })
export type ComparisonNotice = z.infer<typeof ComparisonNotice>

export const BomYieldChangePage = pageOf('BomYieldChangePage', BomYieldChange, {
  fromSnapshot: ComparedSnapshot,
  toSnapshot: ComparedSnapshot,
  notices: z.array(ComparisonNotice).meta({ description: 'Empty when there is nothing to be said.' }),
})

export const ListBomSnapshotsInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })

const filter = (max: number, description: string) => text(max).optional().meta({ description })

export const ListBomYieldsInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  snapshotId: SnapshotId.optional().meta({ description: 'A completed snapshot; the latest when absent.' }),
  style: filter(255, 'Number or ID of the style, exactly.'),
  sku: filter(255, 'Code or ID of the SKU, exactly.'),
  material: filter(255, 'Number or ID of the material, exactly.'),
  supplier: filter(500, 'Code, name or ID of the supplier, exactly.'),
  mpn: filter(255, 'Article number of the supplier, exactly.'),
})

/** Without an example: those of all parameters together are one request, and that names its snapshots by their ids. */
const Day = z.iso.date()

/** Which snapshots are compared and which rows are asked for: what every operation that compares takes alike. */
export const comparisonSelection = {
  from: Day.optional().meta({ description: 'From the latest snapshot completed by the end of this UTC day.' }),
  to: Day.optional().meta({ description: 'To the latest snapshot completed by the end of this UTC day.' }),
  fromSnapshotId: SnapshotId.optional().meta({ description: 'From this snapshot; not together with `from`.' }),
  toSnapshotId: SnapshotId.optional().meta({ description: 'To this snapshot; not together with `to`.' }),
  sku: filter(255, 'SKU code, exactly, before or after.'),
  style: filter(255, 'Style number, exactly, before or after.'),
  mpn: filter(255, 'Article number of the supplier, exactly, before or after.'),
  supplier: filter(500, 'Name or code of the supplier, exactly, before or after.'),
  material: filter(255, 'Number or ID of the material, exactly, before or after.'),
  changeType: ChangeType.optional().meta({ description: 'Only rows that became this.' }),
  includeUnchanged: z
    .boolean()
    .optional()
    .meta({ default: false, description: 'Lists unchanged rows too; they are left out otherwise.' }),
}

export const ListBomYieldChangesInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  ...comparisonSelection,
})
