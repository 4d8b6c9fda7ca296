import { z } from 'zod'
import {
  Cursor,
  Decimal,
  EntityId,
  Limit,
  noticeOf,
  nullable,
  pageOf,
  Timestamp,
  text,
  UnitOfMeasure,
} from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { AsOfAsSent } from '../values/input-times.ts'
import { WastageBasis, YieldStage } from './yield-enums.ts'

/** The pattern of the specification. A ULID that overflows 128 bits fits it, and is reported as not found. */
export const SnapshotId = z
  .string()
  .regex(
    /^[0-9A-HJKMNP-TV-Z]{26}$/,
    'must be a ULID such as 01JPQ8Z5T0V6M3C1K9W2R7X4YB (26 characters of 0 to 9 and A to Z without I, L, O, U)',
  )
  .meta({ id: 'SnapshotId', description: 'ID of a BOM snapshot: a ULID.', example: '01M2C93KPM0NJST8Z4VRRSMS61' })

export const BomSnapshot = z
  .object({
    snapshotId: SnapshotId,
    publicationId: described(EntityId, 'Entity ID of the BOM publication in the graph.'),
    publicationNumber: described(
      z.int().min(1),
      'Running number of the completed publication in the organization, starting at 1.',
    ),
    effectiveAt: described(Timestamp, 'Time that the BOM describes, as the source states it.'),
    startedAt: described(Timestamp, 'Time of the event that started the publication.'),
    completedAt: described(Timestamp, 'Time of the event that completed the publication. Snapshots are ordered by it.'),
    sourceSystem: described(z.string(), 'System that published the BOM, such as `plm`.'),
    styleCount: described(z.int().min(0), 'Number of styles in the snapshot.'),
    skuCount: described(z.int().min(0), 'Number of SKUs in the snapshot.'),
    rowCount: described(z.int().min(0), 'Number of yield rows in the snapshot.'),
    contentHash: described(
      z.string().nullable(),
      'Hash of all rows, independent of their order, as the source computed it. Null if the source sent none.',
    ),
    previousSnapshotId: described(
      nullable(SnapshotId),
      'Snapshot that was current when this one was completed. Null for the first.',
    ),
    availableUntil: described(
      nullable(Timestamp),
      'Time until which the snapshot can be selected. Null for the newest snapshot, which can always be selected.',
    ),
  })
  .meta({ id: 'BomSnapshot', description: 'One completed BOM publication. A snapshot never changes.' })
  .register(compactRow, {
    fields: ['snapshotId', 'publicationNumber', 'completedAt', 'sourceSystem', 'styleCount', 'skuCount', 'rowCount'],
  })
export type BomSnapshot = z.infer<typeof BomSnapshot>

const styleNumber = described(z.string(), 'Style number.')
const skuCode = described(z.string(), 'SKU code.')
const placement = described(
  z.string().nullable(),
  'Where the material is used, such as `front body`. Null if not stated.',
)
const matchKey = described(
  z.string(),
  'Opaque key of the row. The same BOM line and SKU have the same key in every snapshot.',
)

const yieldFields = {
  matchKey,
  styleId: described(EntityId, 'Entity ID of the style.'),
  style: styleNumber,
  skuId: described(EntityId, 'Entity ID of the SKU.'),
  sku: skuCode,
  colorwayCode: described(z.string().nullable(), 'Code of the SKU’s colorway. Null if not stated.'),
  sizeCode: described(z.string().nullable(), 'Code of the SKU’s size. Null if not stated.'),
  bomLineRef: described(
    z.string().nullable(),
    'Stable ID of the BOM line in its source. Rows of two snapshots are matched by it. Null if the source has none.',
  ),
  lineNumber: described(z.int(), 'Number of the BOM line. It can change between snapshots.'),
  section: described(z.string().nullable(), 'Section of the BOM, such as `fabric`. Null if not stated.'),
  placement,
  materialId: described(EntityId, 'Entity ID of the material.'),
  material: described(z.string(), 'Material number.'),
  materialName: described(z.string().nullable(), 'Name of the material. Null if not stated.'),
  materialType: described(z.string().nullable(), 'Type of the material, such as `fabric`. Null if not stated.'),
  materialColorCode: described(
    z.string().nullable(),
    'Color of the material for this SKU. A color of the row replaces that of the line. Null if not stated.',
  ),
  mpn: described(z.string().nullable(), 'Supplier article number (MPN). Null if not stated.'),
  supplierId: described(nullable(EntityId), 'Entity ID of the supplier. Null if the line names none.'),
  supplierCode: described(z.string().nullable(), 'Code of the supplier. Null if the line names none.'),
  supplier: described(z.string().nullable(), 'Name of the supplier. Null if the line names none.'),
  netYield: described(Decimal, 'Net quantity of material for `yieldPerUnits` garments, in `uom`, without waste.'),
  wastagePercent: described(Decimal, 'Waste allowance in percent of the side that `wastageBasis` names.'),
  wastageBasis: WastageBasis,
  grossYield: described(Decimal, 'Gross quantity of material for `yieldPerUnits` garments, in `uom`, including waste.'),
  yieldPerUnits: described(
    z.union([z.literal(1), z.literal(12)]),
    'Number of garments that both yields are for: 1, or 12 for yields by the dozen.',
  ),
  uom: described(UnitOfMeasure, 'Unit of `netYield` and `grossYield`.'),
  netYieldBase: described(
    nullable(Decimal),
    'Net quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension.',
  ),
  grossYieldBase: described(
    nullable(Decimal),
    'Gross quantity for one garment in `baseUom`. Null if there is no exact finite value, or no common dimension.',
  ),
  baseUom: described(nullable(UnitOfMeasure), 'Base unit of the material. Null if not known.'),
  yieldStage: YieldStage,
  isPrimary: described(z.boolean(), 'Whether the source marks the line as primary.'),
}

/** A yield row, as a change contains it. */
export const BomYieldRow = z
  .object(yieldFields)
  .meta({ id: 'BomYieldRow', description: 'A yield row as it is in one of the two compared snapshots.' })
export type BomYieldRow = z.infer<typeof BomYieldRow>

export const BomYield = z
  .object({
    snapshotId: SnapshotId,
    ...yieldFields,
    sizeIndex: described(
      z.int().nullable(),
      'Position of the size in its range, for sorting, as the SKU states it now. Null if not stated or if the SKU is deleted.',
    ),
    source: z
      .object({
        system: described(z.string(), 'System that published the BOM.'),
        recordId: described(z.string(), 'ID of the style in that system.'),
        recordVersion: described(z.string().nullable(), 'Revision of the BOM in that system. Null if not stated.'),
        extractedAt: described(Timestamp, 'Time at which the source first sent the line in its present form.'),
      })
      .meta({ description: 'Record that the row comes from.' }),
  })
  .meta({ id: 'BomYield', description: 'Quantity of material that one SKU needs for one BOM line.' })
  .register(compactRow, {
    key: ['style', 'sku', 'placement'],
    fields: [
      'style',
      'sku',
      'placement',
      'material',
      'grossYield',
      'uom',
      'yieldPerUnits',
      'grossYieldBase',
      'baseUom',
    ],
  })
export type BomYield = z.infer<typeof BomYield>

export const ChangeType = enumOf(
  {
    added: 'only the later snapshot contains the row',
    removed: 'only the earlier snapshot contains the row',
    changed: 'both snapshots contain the row, and a compared field differs',
    unchanged: 'both snapshots contain the row, and no compared field differs',
  },
  { id: 'ChangeType', description: 'How a row differs between the two snapshots.' },
)
export type ChangeType = z.infer<typeof ChangeType>

const YieldDirection = enumOf(
  {
    increased: 'the gross yield is higher',
    decreased: 'the gross yield is lower',
    equal: 'the gross yield is the same',
    not_comparable: 'the units have different dimensions, such as meter and kilogram',
  },
  { id: 'YieldDirection', description: 'How the gross yield for one garment changed, compared in base units.' },
)

const meaningsOfFields = {
  style: 'style number',
  sku: 'SKU code',
  material: 'material number',
  materialColorCode: 'color of the material',
  mpn: 'supplier article number (MPN)',
  supplierCode: 'code of the supplier',
  netYield: 'net quantity for one garment',
  wastagePercent: 'waste allowance in percent',
  wastageBasis: 'side that the waste allowance is a percentage of',
  grossYield: 'gross quantity for one garment',
  uom: 'unit of the yields',
  yieldPerUnits: 'number of garments that the yields are for',
  section: 'section of the BOM',
  placement: 'where the material is used',
  isPrimary: 'whether the line is primary',
  yieldStage: 'stage that the yield comes from',
}

/** The fields that a comparison compares, in the order of `changedFields`. */
export const ComparedField = enumOf(meaningsOfFields, { id: 'ComparedField', description: 'A field that is compared.' })
export const comparedFields = ComparedField.options

/** The compact fields of a change. A yield is only meaningful with its unit and its number of garments. */
export const compactChange = [
  ...['changeType', 'changedFields', 'style', 'sku', 'placement'],
  ...['before.material', 'before.grossYield', 'before.uom', 'before.yieldPerUnits'],
  ...['after.material', 'after.grossYield', 'after.uom', 'after.yieldPerUnits'],
  'delta.grossPercent',
]

export const BomYieldChange = z
  .object({
    changeType: ChangeType,
    changedFields: z
      .array(ComparedField)
      .meta({ description: 'Compared fields that differ. Empty unless `changeType` is `changed`.' }),
    yieldDirection: described(
      nullable(YieldDirection),
      'How the gross yield for one garment changed, in base units. Null for added and removed rows.',
    ),
    matchKey,
    style: styleNumber,
    sku: skuCode,
    placement,
    before: described(nullable(BomYieldRow), 'The row in the earlier snapshot. Null for added rows.'),
    after: described(nullable(BomYieldRow), 'The row in the later snapshot. Null for removed rows.'),
    delta: nullable(
      z
        .object({
          netYield: described(nullable(Decimal), 'Change of the net yield. Null if there is no exact finite value.'),
          grossYield: described(
            nullable(Decimal),
            'Change of the gross yield. Null if there is no exact finite value.',
          ),
          uom: described(
            UnitOfMeasure,
            'Unit of the change: that of both rows if equal, otherwise the base unit of the dimension.',
          ),
          grossPercent: described(
            nullable(Decimal),
            'Change of the gross yield in percent, rounded half away from zero to 4 places. Null if it was 0 before.',
          ),
        })
        .meta({ id: 'YieldDelta', description: 'Change of the yields for one garment: after minus before.' }),
    ).meta({
      description:
        'Change of the yields for one garment. Null for added and removed rows, and if the units are not comparable.',
    }),
  })
  .meta({ id: 'BomYieldChange', description: 'How one row differs between two snapshots.' })
  .register(compactRow, { key: ['style', 'sku', 'placement'], fields: compactChange })
export type BomYieldChange = z.infer<typeof BomYieldChange>

export const ComparedSnapshot = z
  .object({
    snapshotId: SnapshotId,
    completedAt: described(Timestamp, 'Time at which the snapshot was completed.'),
  })
  .meta({ id: 'ComparedSnapshot', description: 'A snapshot that rows come from.' })

export const BomSnapshotPage = pageOf('BomSnapshotPage', BomSnapshot)

export const BomYieldPage = pageOf('BomYieldPage', BomYield, {
  snapshot: described(ComparedSnapshot, 'Snapshot that the rows come from.'),
})

/** Reasons why a comparison may contain less than the caller expects. */
export const ComparisonNotice = noticeOf({
  same_snapshot: 'both sides are the same snapshot',
  no_such_value: 'neither snapshot contains the value of a filter',
  unreadable_rows: 'rows are left out because their stored form does not fit this contract',
}).meta({
  id: 'ComparisonNotice',
  description: 'Something that you should know about a comparison in addition to its rows.',
})
export type ComparisonNotice = z.infer<typeof ComparisonNotice>

export const BomYieldChangePage = pageOf('BomYieldChangePage', BomYieldChange, {
  fromSnapshot: described(ComparedSnapshot, 'The earlier side of the comparison.'),
  toSnapshot: described(ComparedSnapshot, 'The later side of the comparison.'),
  notices: z.array(ComparisonNotice).meta({ description: 'Notices about the comparison. Empty if there are none.' }),
})

export const ListBomSnapshotsInput = z.strictObject({ cursor: Cursor.optional(), limit: Limit })

const filter = (max: number, description: string) =>
  text(max)
    .optional()
    .meta({ description: `${description} The value is case-sensitive and must match exactly.` })

export const ListBomYieldsInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  snapshotId: described(
    SnapshotId.optional(),
    'ID (ULID) of the snapshot to read. Defaults to the latest completed snapshot. Cannot be combined with `asOf`.',
  ),
  asOf: AsOfAsSent.optional().meta({
    description:
      'Reads the latest snapshot completed by this time. Takes a date-time with any offset, or a date, which means the end ' +
      'of that day in UTC. Cannot be combined with `snapshotId`.',
  }),
  style: filter(255, 'Return only rows of the style with this number or entity ID.'),
  sku: filter(255, 'Return only rows of the SKU with this code or entity ID.'),
  material: filter(255, 'Return only rows of the material with this number or entity ID.'),
  supplier: filter(500, 'Return only rows of the supplier with this code, name, or entity ID.'),
  mpn: filter(255, 'Return only rows with this supplier article number (MPN).'),
  section: filter(255, 'Return only rows of lines in this section of the BOM, such as `fabric`.'),
  season: filter(64, 'Return only rows of styles that belong to this season now, such as `SS27`.'),
  materialType: filter(255, 'Return only rows of materials of this type, as the BOM states it, such as `fabric`.'),
})

/**
 * Without an example, because the examples of all parameters together form one request, which selects its snapshots by
 * ID.
 */
const Day = z.iso.date()

/** The parameters of every comparing operation: the snapshots to compare, and the rows to return. */
export const comparisonSelection = {
  from: Day.optional().meta({
    description:
      'Earlier side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). ' +
      'Defaults to the snapshot before the later side. Cannot be combined with `fromSnapshotId`.',
  }),
  to: Day.optional().meta({
    description:
      'Later side: the latest snapshot completed by the end of this UTC day (`YYYY-MM-DD`). ' +
      'Defaults to the latest snapshot. Cannot be combined with `toSnapshotId`.',
  }),
  fromSnapshotId: described(
    SnapshotId.optional(),
    'Earlier side by its snapshot ID (ULID). Cannot be combined with `from`.',
  ),
  toSnapshotId: described(SnapshotId.optional(), 'Later side by its snapshot ID (ULID). Cannot be combined with `to`.'),
  sku: filter(255, 'Return only rows with this SKU code on either side.'),
  style: filter(255, 'Return only rows with this style number on either side.'),
  mpn: filter(255, 'Return only rows with this supplier article number (MPN) on either side.'),
  supplier: filter(500, 'Return only rows with this supplier name or code on either side.'),
  material: filter(255, 'Return only rows with this material number or entity ID on either side.'),
  changeType: described(
    ChangeType.optional(),
    'Return only rows with this type of change. `unchanged` needs no `includeUnchanged`.',
  ),
  includeUnchanged: z
    .boolean()
    .optional()
    .meta({ default: false, description: 'Whether to return unchanged rows too.' }),
}

export const ListBomYieldChangesInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  ...comparisonSelection,
})
