import { z } from 'zod'
import { Decimal, EntityId, nullable } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { CostEffect } from './cost-effect.ts'
import { GrossOfRows } from './yield-summary.ts'
import { ComparedField } from './yields.ts'

export const CauseKind = enumOf(
  {
    changed: 'values of a line changed',
    replaced: 'a line has another material, or a line was removed and one was added in the same place',
    added: 'a line was added, or applies to more SKUs',
    removed: 'a line was removed, or applies to fewer SKUs',
    renamed: 'the style number or SKU codes changed, and nothing else',
    skus_added: 'the style has more SKUs, with rows of any number of lines',
    skus_removed: 'the style has fewer SKUs, with rows of any number of lines',
    style_added: 'only the later snapshot contains the style',
    style_removed: 'only the earlier snapshot contains the style',
  },
  { id: 'CauseKind', description: 'What changed in the BOM of the style.' },
)
export type CauseKind = z.infer<typeof CauseKind>

const count = (description: string) => z.int().min(1).meta({ description })

const CauseSide = z
  .object({
    materialId: described(EntityId, 'Entity ID of the material.'),
    material: described(z.string(), 'Material number. Works as a filter.'),
    materialLabel: described(z.string(), 'Material number and name.'),
    supplier: described(z.string().nullable(), 'Name and code of the supplier. Null if the line names none.'),
    gross: described(
      nullable(GrossOfRows),
      'Gross yields of the rows. Null if their base units differ, or if one does not convert to its base unit.',
    ),
  })
  .meta({ id: 'CauseSide', description: 'A line in one of the snapshots, as far as its rows have the cause.' })
export type CauseSide = z.infer<typeof CauseSide>

export const ChangeCause = z
  .object({
    cause: CauseKind,
    styleId: described(EntityId, 'Entity ID of the style.'),
    style: described(z.string(), 'Style number as in the later snapshot that contains the style.'),
    section: described(
      z.string().nullable(),
      'Section of the line. Null if not stated, or if it is not about one line.',
    ),
    placement: described(
      z.string().nullable(),
      'Where the material is used. Null if not stated, or if it is not about one line.',
    ),
    changedFields: z
      .array(ComparedField)
      .meta({ description: 'Fields that changed in any of the rows. Empty for added and removed rows.' }),
    skus: count('Number of different SKUs.'),
    rows: count('Number of rows of `listBomYieldChanges` with this cause.'),
    grossPercent: z
      .object({
        min: described(Decimal, 'Lowest `grossPercent` of a row.'),
        max: described(Decimal, 'Highest `grossPercent` of a row.'),
      })
      .nullable()
      .meta({ description: 'Change of gross yield in percent. Null if no row has one.' }),
    before: described(
      nullable(CauseSide),
      'The line in the earlier snapshot. Null if it is not about one line, or if the line was added.',
    ),
    after: described(
      nullable(CauseSide),
      'The line in the later snapshot. Null if it is not about one line, or if the line was removed.',
    ),
    costEffect: z
      .array(CostEffect)
      .nullable()
      .meta({
        description:
          'Mean effect on one garment, over the SKUs of its rows that are in both snapshots, by currency. Null if prices are ' +
          'left out.',
      }),
    unpriced: described(
      z.int().min(0).nullable(),
      'Number of its rows that are not part of `costEffect`, because a material has no price, or none that converts. Null if ' +
        'prices are left out.',
    ),
  })
  .meta({ id: 'ChangeCause', description: 'Changed rows of one style that have the same cause.' })
export type ChangeCause = z.infer<typeof ChangeCause>

/** The fields of a cause in compact rows. */
export const compactCause = [
  ...['cause', 'style', 'placement', 'changedFields', 'skus', 'grossPercent'],
  ...['before.materialLabel', 'after.materialLabel', 'costEffect'],
]
