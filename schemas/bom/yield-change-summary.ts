import { z } from 'zod'
import { EntityId } from '../common.ts'
import { BomYieldChange, ChangeType, ComparedSnapshot, ComparisonNotice, comparisonSelection } from './yields.ts'

const MOST_TOP = 100

const count = z.int().min(0)

/** How many of the rows name one style, material or supplier, before or after. */
export const ChangesOfThing = z
  .object({
    id: EntityId,
    key: z.string().meta({
      description: 'Style number, material number or supplier code, as the later of both snapshots has it.',
    }),
    label: z.string().meta({ description: 'The key and the name as far as rows have one: those of styles have none.' }),
    rows: z.int().min(1),
    increased: count.meta({ description: 'Rows whose `yieldDirection` this is.' }),
    decreased: count.meta({ description: 'Rows whose `yieldDirection` this is.' }),
  })
  .meta({ id: 'ChangesOfThing', description: 'How many rows name one style, material or supplier, before or after.' })
export type ChangesOfThing = z.infer<typeof ChangesOfThing>

const most = (what: string) =>
  z
    .array(ChangesOfThing)
    .max(MOST_TOP)
    .meta({ description: `The \`top\` ${what} with most rows, the most first, then by key, bytewise, and ID.` })

const countsOf = <const Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>)

export const BomYieldChangeSummary = z
  .object({
    from: ComparedSnapshot,
    to: ComparedSnapshot,
    counts: z
      .object({
        rows: count.meta({ description: 'All of them: as many as `listBomYieldChanges` lists.' }),
        changeType: countsOf(ChangeType.options),
        yieldDirection: countsOf(['increased', 'decreased', 'equal', 'not_comparable']).meta({
          description: 'Of changed and unchanged rows; added and removed ones have no direction.',
        }),
      })
      .meta({ id: 'BomYieldChangeCounts' }),
    touched: z
      .object({ styles: count, skus: count, materials: count, suppliers: count })
      .meta({ id: 'TouchedCounts', description: 'How many different ones the rows name, before or after.' }),
    byStyle: most('styles'),
    byMaterial: most('materials'),
    bySupplier: most('suppliers'),
    largest: z
      .array(BomYieldChange)
      .max(MOST_TOP)
      .meta({
        description:
          'The `top` rows by the size of `grossPercent`, whatever its sign, the largest first, then by match key and ' +
          'style ID. Rows without one (added, removed, from nothing, not comparable) come after all that have one.',
      }),
  })
  .meta({
    id: 'BomYieldChangeSummary',
    description: 'What changed between two snapshots, counted, and where most did.',
  })
export type BomYieldChangeSummary = z.infer<typeof BomYieldChangeSummary>

export const BomYieldChangeSummaryResponse = z
  .object({
    data: BomYieldChangeSummary,
    meta: z.object({
      notices: z.array(ComparisonNotice).meta({ description: 'As of `listBomYieldChanges`.' }),
    }),
  })
  .meta({ id: 'BomYieldChangeSummaryResponse' })

export const SummarizeBomYieldChangesInput = z.strictObject({
  ...comparisonSelection,
  top: z
    .int()
    .min(1)
    .max(MOST_TOP)
    .default(10)
    .meta({ description: 'Styles, materials, suppliers and largest rows to name, of each as many.' }),
})
