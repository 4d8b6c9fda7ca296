import { z } from 'zod'
import { Decimal, EntityId, nullable } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { LeftOutNotice } from '../left-out-notice.ts'
import { ChangeCause, compactCause } from './change-causes.ts'
import { CostEffect } from './cost-effect.ts'
import { PriceBasis } from './material-requirements.ts'
import {
  BomYieldChange,
  ChangeType,
  ComparedSnapshot,
  ComparisonNotice,
  compactChange,
  comparisonSelection,
} from './yields.ts'

const MOST_TOP = 100

const count = z.int().min(0)

/** The number of changed rows that name one style, material, or supplier, in either snapshot. */
export const ChangesOfThing = z
  .object({
    id: described(EntityId, 'Entity ID of the style, material, or supplier.'),
    key: z.string().meta({
      description: 'Style number, material number, or supplier code as in the later snapshot. Works as a filter.',
    }),
    label: z.string().meta({ description: 'Key and name, as far as the rows have a name. Styles have none.' }),
    rows: z.int().min(1).meta({ description: 'Number of rows that name it on either side.' }),
    increased: count.meta({ description: 'Number of these rows whose gross yield increased.' }),
    decreased: count.meta({ description: 'Number of these rows whose gross yield decreased.' }),
  })
  .meta({
    id: 'ChangesOfThing',
    description: 'Number of rows that name one style, material, or supplier on either side.',
  })
export type ChangesOfThing = z.infer<typeof ChangesOfThing>

const costEffects = (meaning: string, unpriced: string) => ({
  costEffect: z
    .array(CostEffect)
    .nullable()
    .meta({ description: `${meaning}, by currency. Null if prices are left out.` }),
  unpriced: count.nullable().meta({ description: `${unpriced} Null if prices are left out.` }),
})

const unpricedRows =
  'Number of these rows that are not part of `costEffect`, because a material has no price, or none that converts.'

const ChangesOfStyle = ChangesOfThing.extend({
  largestPercent: described(
    nullable(Decimal),
    'The largest `grossPercent` of its rows by absolute value, with its sign. Null if no row has one.',
  ),
  ...costEffects('Mean effect on one garment, over the SKUs of the style that are in both snapshots', unpricedRows),
}).meta({ id: 'ChangesOfStyle', description: 'Number of rows of one style, and what they do to its cost.' })

const ChangesOfMaterial = ChangesOfThing.extend(
  costEffects(
    'Mean effect of its rows on one garment, over the SKUs that have them and are in both snapshots',
    unpricedRows,
  ),
).meta({ id: 'ChangesOfMaterial', description: 'Number of rows that name one material, and what they do to cost.' })

const LargestChange = BomYieldChange.extend(
  costEffects(
    'Effect of the row on its garment',
    '1 if a material of the row has no price that converts, otherwise 0.',
  ),
).meta({ id: 'LargestChange', description: 'A row with one of the largest changes, and what it does to cost.' })
export type LargestChange = z.infer<typeof LargestChange>

const most = <T extends z.ZodType>(what: string, thing: T) =>
  z
    .array(thing)
    .max(MOST_TOP)
    .meta({
      description: `The \`top\` ${what} with the most rows, in descending order, then by key (byte value) and ID.`,
    })

const countsOf = <const Name extends string>(names: readonly Name[], what: (name: Name) => string) =>
  z.object(
    Object.fromEntries(names.map((name) => [name, count.meta({ description: what(name) })])) as Record<
      Name,
      typeof count
    >,
  )

export const BomYieldChangeSummary = z
  .object({
    from: described(ComparedSnapshot, 'The earlier side of the comparison.'),
    to: described(ComparedSnapshot, 'The later side of the comparison.'),
    counts: z
      .object({
        rows: count.meta({ description: 'Number of all rows: as many as `listBomYieldChanges` returns.' }),
        changeType: countsOf(ChangeType.options, (type) => `Number of rows that are ${type}.`).meta({
          description: 'Number of rows by type of change.',
        }),
        yieldDirection: countsOf(
          ['increased', 'decreased', 'equal', 'not_comparable'],
          (direction) => `Number of rows whose \`yieldDirection\` is \`${direction}\`.`,
        ).meta({
          description: 'Number of changed and unchanged rows by `yieldDirection`. Added and removed rows have none.',
        }),
      })
      .meta({ id: 'BomYieldChangeCounts', description: 'Number of rows, in total and by kind.' }),
    touched: z
      .object({
        styles: count.meta({ description: 'Number of different styles.' }),
        skus: count.meta({ description: 'Number of different SKUs.' }),
        materials: count.meta({ description: 'Number of different materials.' }),
        suppliers: count.meta({ description: 'Number of different suppliers.' }),
      })
      .meta({
        id: 'TouchedCounts',
        description: 'Number of different styles, SKUs, materials, and suppliers that the rows name on either side.',
      }),
    byStyle: z
      .array(ChangesOfStyle)
      .max(MOST_TOP)
      .meta({
        description:
          'The `top` styles with the most rows, in descending order, then by key (byte value) and ID. With ' +
          '`groupBy=style`, those with the largest `largestPercent` by absolute value.',
      }),
    byMaterial: most('materials', ChangesOfMaterial),
    bySupplier: most('suppliers', ChangesOfThing),
    largest: z
      .array(LargestChange)
      .max(MOST_TOP)
      .meta({
        description:
          'The `top` rows by absolute `grossPercent`, in descending order, then by match key and style ID. ' +
          'Rows without `grossPercent` come last. With `groupBy=style`, only the first row of each style.',
      }),
    byCause: z
      .array(ChangeCause)
      .max(MOST_TOP)
      .meta({
        description:
          'With `groupBy=cause`, the `top` causes by absolute `grossPercent`, in descending order, then by number of rows, ' +
          'style, and line. Those without `grossPercent` come last. Otherwise empty.',
      }),
    causeCount: described(count.nullable(), 'Number of all causes. Null without `groupBy=cause`.'),
  })
  .meta({
    id: 'BomYieldChangeSummary',
    description: 'Number of changes between two snapshots, and where most of them are.',
  })
  .register(compactRow, {
    fields: [
      ...['from', 'to', 'counts', 'touched'],
      ...['byStyle', 'byMaterial', 'bySupplier'].flatMap((list) =>
        ['key', 'label', 'rows', 'increased', 'decreased'].map((name) => `${list}.${name}`),
      ),
      ...['byStyle.costEffect', 'byStyle.unpriced', 'byMaterial.costEffect', 'byMaterial.unpriced'],
      ...compactChange.map((path) => `largest.${path}`),
      ...compactCause.map((path) => `byCause.${path}`),
      'causeCount',
    ],
  })
export type BomYieldChangeSummary = z.infer<typeof BomYieldChangeSummary>

/** A notice of the list of changes, or one that only the summary has. */
const SummaryNotice = z.union([ComparisonNotice, LeftOutNotice]).meta({ description: 'A notice about the comparison.' })
export type SummaryNotice = z.infer<typeof SummaryNotice>

export const BomYieldChangeSummaryResponse = z
  .object({
    data: BomYieldChangeSummary,
    meta: z
      .object({
        notices: z.array(SummaryNotice).meta({ description: 'Notices about the comparison. Empty if there are none.' }),
      })
      .meta({ description: 'Information about the comparison.' }),
  })
  .meta({ id: 'BomYieldChangeSummaryResponse', description: 'The response with one summary.' })

export const SummarizeBomYieldChangesInput = z.strictObject({
  ...comparisonSelection,
  priceBasis: described(
    PriceBasis.default('nominated'),
    'Which supplier’s price counts in `costEffect`, at today’s prices. Prices require the scope `graph:read`.',
  ),
  groupBy: enumOf(
    {
      style: 'rank styles by their largest change, and return the largest row of each',
      cause: 'return why rows changed: one entry for each line, material, or set of SKUs that changed in a style',
    },
    { description: 'What to rank by percentage. Without it, rows are ranked, of which a style can have many.' },
  ).optional(),
  top: z
    .int()
    .min(1)
    .max(MOST_TOP)
    .default(10)
    .meta({ description: 'Maximum number of styles, of materials, of suppliers, and of largest rows to return.' }),
})
