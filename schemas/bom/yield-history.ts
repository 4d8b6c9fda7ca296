import { z } from 'zod'
import { Cursor, EntityId, Limit, nullable, pageOf, text } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { BomYieldChange, BomYieldRow, ComparedField, ComparedSnapshot } from './yields.ts'

const { styleId, section, placement, materialId, material, materialColorCode, mpn, supplierCode } = BomYieldRow.shape
const { netYield, wastagePercent, wastageBasis, grossYield, yieldPerUnits, uom } = BomYieldRow.shape
const { netYieldBase, grossYieldBase, baseUom, yieldStage, isPrimary } = BomYieldRow.shape

/**
 * The values whose changes make a history. Names, line numbers, and the codes of the style and the SKU are left out,
 * because a row without a change of its yield would otherwise have many steps.
 */
export const BomYieldState = z
  .object({
    ...{ styleId, section, placement, materialId, material, materialColorCode, mpn, supplierCode },
    ...{ netYield, wastagePercent, wastageBasis, grossYield, yieldPerUnits, uom },
    ...{ netYieldBase, grossYieldBase, baseUom, yieldStage, isPrimary },
  })
  .meta({ id: 'BomYieldState', description: 'The values of a yield row that stayed the same over some snapshots.' })
export type BomYieldState = z.infer<typeof BomYieldState>

export const BomYieldStep = z
  .object({
    from: described(ComparedSnapshot, 'First available snapshot with these values.'),
    until: described(
      nullable(ComparedSnapshot),
      'First snapshot after it with other values. Null if the latest snapshot still has these.',
    ),
    changedFields: z.array(ComparedField).meta({
      description:
        'Compared fields that differ from the step before. Empty for the first step, and if one of the two has no row.',
    }),
    delta: described(
      BomYieldChange.shape.delta,
      'Change of the yields for one garment since the step before. Null if there is no step before, if one of the two ' +
        'has no row, and if the units are not comparable.',
    ),
    row: described(nullable(BomYieldState), 'The values of the row. Null if these snapshots do not contain it.'),
  })
  .meta({ id: 'BomYieldStep', description: 'Consecutive snapshots in which a yield row has the same values.' })
  .register(compactRow, {
    key: ['from'],
    fields: ['from', 'row.material', 'row.grossYield', 'row.uom', 'row.yieldPerUnits', 'delta.grossPercent'],
  })
export type BomYieldStep = z.infer<typeof BomYieldStep>

export const BomYieldStepPage = pageOf('BomYieldStepPage', BomYieldStep)

export const ListBomYieldHistoryInput = z.strictObject({
  matchKey: text(255, 1).meta({
    description: 'Match key of the row, as `listBomYields` and `listBomYieldChanges` return it.',
    example: '14224bcc-9640-562c-afe5-4dc7b11a8974.RDUTo4EVQZ9Jnn_Mp',
  }),
  styleId: described(
    EntityId.optional(),
    'Return only rows of this style. If several styles contain the SKU, the default in each snapshot is the row of the ' +
      'style with the lowest ID.',
  ).meta({ example: undefined }),
  cursor: Cursor.optional(),
  limit: Limit,
})
