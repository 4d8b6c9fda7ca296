import type { z } from 'zod'
import type { GrossOfRows } from '../../schemas/bom/yield-summary.ts'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import {
  add,
  compare,
  divide,
  exactDecimal,
  multiply,
  type Quantity,
  ratio,
  roundedDecimal,
} from '../quantities/quantity.ts'
import { convert } from '../quantities/units.ts'
import { amountsOfGroup, type RowGroup } from './expand-rows.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/** What one row takes of its material for one garment, in the material's base unit; null where it does not convert. */
export function grossInBase(group: RowGroup): { amount: Quantity; uom: Unit } | null {
  const { uom, baseUom } = group.line
  const amount = baseUom && convert(amountsOfGroup(group).perGarment.gross, uom, baseUom)
  return amount && baseUom && { amount, uom: baseUom }
}

/** Gross yields of rows, summed exactly; nothing once two of them have different base units, or one has none. */
export class GrossSum {
  #uom: Unit | null = null
  #isMixed = false
  #rows = 0n
  #min = ratio(0n)
  #max = ratio(0n)
  #total = ratio(0n)

  /** The sum of all rows, null where there is none. */
  get total(): Quantity | null {
    return this.#isMixed || this.#uom === null ? null : this.#total
  }

  /** Adds `rows` rows that take the same. */
  add(gross: ReturnType<typeof grossInBase>, rows: number): void {
    if (gross === null || (this.#uom !== null && this.#uom !== gross.uom)) this.#isMixed = true
    if (this.#isMixed || gross === null) return
    const { amount, uom } = gross
    if (this.#uom === null || compare(amount, this.#min) < 0) this.#min = amount
    if (this.#uom === null || compare(amount, this.#max) > 0) this.#max = amount
    this.#uom = uom
    this.#rows += BigInt(rows)
    this.#total = add(this.#total, multiply(amount, ratio(BigInt(rows))))
  }

  /** As it is shown. */
  shown(): GrossOfRows | null {
    if (this.#isMixed || this.#uom === null) return null
    return {
      uom: this.#uom,
      min: exactDecimal(this.#min),
      mean: meanText(divide(this.#total, ratio(this.#rows))),
      max: exactDecimal(this.#max),
      total: exactDecimal(this.#total),
    }
  }
}

const MEAN_DECIMALS = 8

/** Rounded half away from zero to 8 places; null where that has more than the ten digits that decimals have. */
export function meanText(mean: Quantity): string | null {
  const rounded = roundedDecimal(mean, MEAN_DECIMALS)
  return /^-?\d{11}/.test(rounded) ? null : rounded
}
