import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import { exactDecimal, type Quantity } from './quantity.ts'
import { convert } from './units.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/**
 * Formats amounts in a base unit as exact decimals, all in the same unit. For example, pounds with nine decimals have
 * no exact decimal in kilograms within the limits of the contract. Then the first of `others`, units of the same
 * dimension, in which all amounts are exact is used. If there is none, the base unit is used, and amounts without an
 * exact decimal are null.
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
