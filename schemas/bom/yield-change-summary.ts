import { z } from 'zod'
import { EntityId } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
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

/** How many of the rows name one style, material or supplier, before or after. */
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

const most = (what: string) =>
  z
    .array(ChangesOfThing)
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
    byStyle: most('styles'),
    byMaterial: most('materials'),
    bySupplier: most('suppliers'),
    largest: z
      .array(BomYieldChange)
      .max(MOST_TOP)
      .meta({
        description:
          'The `top` rows by absolute `grossPercent`, in descending order, then by match key and style ID. ' +
          'Rows without `grossPercent` come last.',
      }),
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
      ...compactChange.map((path) => `largest.${path}`),
    ],
  })
export type BomYieldChangeSummary = z.infer<typeof BomYieldChangeSummary>

export const BomYieldChangeSummaryResponse = z
  .object({
    data: BomYieldChangeSummary,
    meta: z
      .object({
        notices: z
          .array(ComparisonNotice)
          .meta({ description: 'Notices about the comparison. Empty if there are none.' }),
      })
      .meta({ description: 'Information about the comparison.' }),
  })
  .meta({ id: 'BomYieldChangeSummaryResponse', description: 'The response with one summary.' })

export const SummarizeBomYieldChangesInput = z.strictObject({
  ...comparisonSelection,
  top: z
    .int()
    .min(1)
    .max(MOST_TOP)
    .default(10)
    .meta({ description: 'Maximum number of styles, of materials, of suppliers, and of largest rows to return.' }),
})
