import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import { exactDecimal, type Quantity } from './quantity.ts'
import { convert } from './units.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/**
 * Amounts of a base unit as decimal strings, all in one unit and none of them rounded. A pound has eight decimals in
 * kilograms, so that an amount of pounds with nine has no decimal of kilograms that the contract allows: then all are in
 * the first of `others`, units of the same dimension, in which each of them has one. Where there is no such unit they stay
 * in the base unit, and what has no decimal there is null.
 */
export function exactAmounts(
  amounts: readonly Quantity[],
  base: Unit,
  others: readonly Unit[],
): { texts: (string | null)[]; unit: Unit } {
  const textsIn = (unit: Unit) =>
    amounts.map((amount) => {
      const converted = convert(amount, base, unit)
      return converted && exactDecimal(converted)
    })
  const unit = [base, ...others].find((one) => !textsIn(one).includes(null)) ?? base
  return { texts: textsIn(unit), unit }
}
