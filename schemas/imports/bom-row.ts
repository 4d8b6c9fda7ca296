import { z } from 'zod'
import { descriptionOf } from '../described.ts'
import { bomData, LineAsSent, SkuAsSent, YieldAsSent } from '../records/bom-events.ts'

const { bomRevision, style } = bomData.style.shape
const { yields: _, material, supplier, ...line } = LineAsSent.shape
const { sku: __, materialColorCode: ___, ...amounts } = YieldAsSent.shape

/**
 * One row of a BOM table: the yield of one line for one SKU. `tda import` assembles the events of a publication from
 * such rows. The color of the material belongs to the row, because SKUs of a line may differ in it.
 */
export const BomRow = z.object({
  style,
  bomRevision,
  sku: SkuAsSent.meta({ description: 'SKU that the row is for.' }),
  ...line,
  material,
  supplier,
  ...amounts,
})
export type BomRow = z.output<typeof BomRow>

/** The descriptions of the fields of a BOM row, by name. */
export const bomRowFields: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(BomRow.shape).map(([name, field]) => [name, descriptionOf(field)]),
)
