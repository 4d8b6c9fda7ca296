import { add, type Quantity, ratio } from '../../domain/quantities/quantity.ts'
import type { BomLine } from '../bom/lines/bom-line.ts'
import type { BomManner } from '../bom/lines/manner.ts'
import type { StyleBom } from '../bom/style-bom.ts'
import { isFor, type Variant, variantsOf } from '../bom/style-data.ts'
import type { Brand } from '../brand.ts'
import { at } from '../graph/values/choose.ts'
import { ONE } from '../graph/values/decimal.ts'
import { factorOf } from './faults/reckonable.ts'
import { type OpenOrder, openOrders } from './systems/requirement.ts'

/** 10^-4 units, 10^-4 of wastage, a dozen, 10^-4 of a unit's factor. */
const SCALE = 12n * 10n ** 12n

/** What the open orders of a style take at each factory, by material, in base units; exact. */
export type Demand = { readonly factory: number; readonly material: number; readonly amount: Quantity }

/**
 * What the open orders of a style require by its BOM: an order for a SKU takes its yields, one for the style
 * the mean of all its SKUs.
 */
export function demandOf(brand: Brand, { style, manner, lines }: StyleBom): Demand[] {
  const orders = openOrders(brand, style)
  const variants = orders.length > 0 ? variantsOf(brand, style) : []
  return orders.flatMap((order) => {
    const taken = order.variant === null ? variants : [at(variants, order.variant)]
    return lines.map((line) => {
      return {
        factory: order.factory,
        material: line.material,
        amount: amountOf(brand, { line, manner, taken, order }),
      }
    })
  })
}

type Use = {
  readonly line: BomLine
  readonly manner: BomManner
  readonly taken: readonly Variant[]
  readonly order: OpenOrder
}

/** Units × the mean gross yield of the SKUs that are taken. */
function amountOf(brand: Brand, { line, manner, taken, order }: Use): Quantity {
  const factor = BigInt(factorOf(brand, line) ?? 0) * BigInt(12 / line.yieldPerUnits)
  const loss = manner.basis === 'on_net' ? BigInt(ONE + line.wastage) : BigInt(ONE)
  const yields = taken
    .filter((variant) => isFor(line, variant))
    .reduce((sum, { size }) => sum + BigInt(at(line.yields, size)), 0n)
  return ratio(yields * loss * factor * BigInt(order.units), SCALE * BigInt(taken.length))
}

/** Sums demands by factory and material. */
export function addDemand(sums: Map<string, Quantity>, { factory, material, amount }: Demand): void {
  const key = `${factory}/${material}`
  const sum = sums.get(key)
  sums.set(key, sum === undefined ? amount : add(sum, amount))
}
