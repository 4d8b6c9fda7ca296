import { z } from 'zod'
import { Decimal, EntityId, noticeOf, nullable, text, UnitOfMeasure } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { entityTypes } from '../graph/entity-types.ts'
import { ComparedSnapshot, ListBomYieldsInput } from './yields.ts'

const MOST_TOP = 100

const count = (description: string) => z.int().min(0).meta({ description })
/** The schema of a count for which each group has at least one. */
const oneOrMore = (description: string) => z.int().min(1).meta({ description })

export const YieldGrouping = enumOf(
  {
    style: 'the style, by its number',
    material: 'the material, by its number',
    supplier: 'the supplier that the BOM line names, by its code',
    season: 'the season of the style in the graph, such as `SS27`',
    section: 'the section of the BOM, such as `fabric`',
    size: 'the size code of the SKU',
  },
  { id: 'YieldGrouping', description: 'What rows are grouped by.' },
)
export type YieldGrouping = z.infer<typeof YieldGrouping>

export const YieldOrder = enumOf(
  {
    rows: 'by the number of rows',
    styles: 'by the number of styles',
    gross: 'by `gross.total` as a number, whatever its unit; groups without `gross` come last',
  },
  { id: 'YieldOrder', description: 'How groups are ranked, in descending order.' },
)
export type YieldOrder = z.infer<typeof YieldOrder>

const YieldGroupKey = z
  .object({
    groupBy: YieldGrouping,
    id: described(nullable(EntityId), 'Entity ID of the style, material, or supplier. Null for other groupings.'),
    key: z.string().nullable().meta({
      description:
        'Style number, material number, supplier code, season, section, or size. Works as a filter. Null for rows without one.',
    }),
    label: z
      .string()
      .nullable()
      .meta({ description: 'Key and name, as far as the lines have a name. Null with `key`.' }),
  })
  .meta({ id: 'YieldGroupKey', description: 'One of the values that the rows of a group share.' })
export type YieldGroupKey = z.infer<typeof YieldGroupKey>

const noDecimal = 'Null if it has no exact decimal.'

export const GrossOfRows = z
  .object({
    uom: described(UnitOfMeasure, 'Base unit of the material or materials of the group.'),
    min: described(nullable(Decimal), `Lowest gross yield of a row. ${noDecimal}`),
    mean: described(
      nullable(Decimal),
      'Mean gross yield of a row, rounded half away from zero to 8 places. Null if it has more than 10 digits before the point.',
    ),
    max: described(nullable(Decimal), `Highest gross yield of a row. ${noDecimal}`),
    total: described(nullable(Decimal), `Sum of the gross yields of all rows. ${noDecimal}`),
  })
  .meta({ id: 'GrossOfRows', description: 'Gross yields for one garment, in the base unit.' })
export type GrossOfRows = z.infer<typeof GrossOfRows>

export const YieldGroup = z
  .object({
    keys: z
      .array(YieldGroupKey)
      .min(1)
      .max(2)
      .meta({ description: 'What the rows of the group share, in the order of `groupBy`.' }),
    styles: oneOrMore('Number of different styles.'),
    skus: oneOrMore('Number of different SKUs.'),
    lines: oneOrMore('Number of BOM lines.'),
    rows: oneOrMore('Number of yield rows: one for each SKU and BOM line.'),
    gross: described(
      nullable(GrossOfRows),
      'Gross yields of the rows. Null if their base units differ, or if one does not convert to its base unit.',
    ),
  })
  .meta({ id: 'YieldGroup', description: 'The yield rows that share a value, such as a material.' })
export type YieldGroup = z.infer<typeof YieldGroup>

export const BomYieldSummary = z
  .object({
    snapshot: described(ComparedSnapshot, 'Snapshot that is summarized.'),
    counts: z
      .object({
        styles: count('Number of different styles.'),
        skus: count('Number of different SKUs.'),
        materials: count('Number of different materials.'),
        suppliers: count('Number of different suppliers that lines name.'),
        lines: count('Number of BOM lines.'),
        rows: count('Number of yield rows: as many as `listBomYields` returns.'),
      })
      .meta({ id: 'BomYieldCounts', description: 'What all rows together name.' }),
    groups: z
      .array(YieldGroup)
      .max(MOST_TOP)
      .meta({ description: 'The `top` groups in descending `order`, then by key (byte value) and ID.' }),
    groupCount: count('Number of all groups.'),
  })
  .meta({ id: 'BomYieldSummary', description: 'Number and gross yields of the rows of a snapshot, by group.' })
  .register(compactRow, {
    key: ['snapshot'],
    fields: [
      ...['snapshot', 'counts', 'groups.keys.key', 'groups.keys.label', 'groups.styles', 'groups.skus'],
      ...['groups.lines', 'groups.rows', 'groups.gross', 'groupCount'],
    ],
  })
export type BomYieldSummary = z.infer<typeof BomYieldSummary>

const YieldNotice = noticeOf({
  no_such_value: 'the snapshot does not contain the value of a filter',
}).meta({
  id: 'YieldNotice',
  description: 'Something that you should know about a summary in addition to its numbers.',
})
export type YieldNotice = z.infer<typeof YieldNotice>

export const BomYieldSummaryResponse = z
  .object({
    data: BomYieldSummary,
    meta: z
      .object({
        notices: z.array(YieldNotice).meta({ description: 'Notices about the summary. Empty if there are none.' }),
      })
      .meta({ description: 'Information about the summary.' }),
  })
  .meta({ id: 'BomYieldSummaryResponse', description: 'The response with one summary.' })

const { cursor: _cursor, limit: _limit, ...yieldSelection } = ListBomYieldsInput.shape

export const SummarizeBomYieldsInput = z.strictObject({
  ...yieldSelection,
  materialLifecycleState: enumOf(entityTypes.material.meaningsOfStates, {
    description: 'Return only rows of materials that are in this lifecycle state now.',
  }).optional(),
  certification: text(500)
    .optional()
    .meta({
      description:
        'Return only rows of materials that have the certification of this name now, or with `none`, of materials that have no ' +
        'certification. The value is case-sensitive and must match exactly.',
    }),
  groupBy: z
    .array(YieldGrouping)
    .min(1)
    .max(2)
    .refine((names) => new Set(names).size === names.length, 'must not name a grouping twice')
    .default(['material'])
    .meta({ uniqueItems: true, description: 'Group rows by one of these, or by two.' }),
  top: z.int().min(1).max(MOST_TOP).default(10).meta({ description: 'Maximum number of groups to return.' }),
  order: described(YieldOrder.default('rows'), 'How to rank groups, in descending order.'),
})
