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

/**
 * Returns the gross yield of a row for one garment, in the base unit of the material. Returns null if the unit of the
 * row does not convert to it.
 */
export function grossInBase(group: RowGroup): { amount: Quantity; uom: Unit } | null {
  const { uom, baseUom } = group.line
  const amount = baseUom && convert(amountsOfGroup(group).perGarment.gross, uom, baseUom)
  return amount && baseUom && { amount, uom: baseUom }
}

/**
 * Sums gross yields of rows exactly. There is no sum if the rows have different base units, or if one does not convert.
 */
export class GrossSum {
  #uom: Unit | null = null
  #isMixed = false
  #rows = 0n
  #min = ratio(0n)
  #max = ratio(0n)
  #total = ratio(0n)

  /** The sum of all rows, or null if there is none. */
  get total(): Quantity | null {
    return this.#isMixed || this.#uom === null ? null : this.#total
  }

  /** Adds `rows` rows with the same gross yield. */
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

  /** Returns the sum and the mean as the API shows them. */
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

/**
 * Formats a mean, rounded half away from zero to 8 places. Returns null if it has more than the ten digits that
 * decimals may have.
 */
export function meanText(mean: Quantity): string | null {
  const rounded = roundedDecimal(mean, MEAN_DECIMALS)
  return /^-?\d{11}/.test(rounded) ? null : rounded
}
