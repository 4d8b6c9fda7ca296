import { compare, exactDecimal, type Quantity, quantity, roundedDecimal, subtract } from '../../schemas/quantity.ts'
import { inBaseUnit } from '../../schemas/tolerance.ts'
import type { Finding, StoredPosition, Unit } from './pair.ts'

/** Means over SKUs may have no end; they are shown as percentages are. */
const SHOWN_DECIMALS = 4
const MOST = quantity('9999999999')

/** A measure of a position in the base unit of its dimension; null where the position says nothing. */
export function baseAmount(amount: string | null, { uom }: Pick<StoredPosition, 'uom'>) {
  return amount === null ? null : inBaseUnit(quantity(amount), uom).amount
}

/** The decimal string of an amount, rounded where it has none; null where it is too large for one. */
export function shown(amount: Quantity): string | null {
  const exact = exactDecimal(amount)
  if (exact !== null) return exact
  const size = amount.numerator < 0n ? { ...amount, numerator: -amount.numerator } : amount
  return compare(size, MOST) > 0 ? null : roundedDecimal(amount, SHOWN_DECIMALS)
}

/** What is said, what should be, and how far apart they are. */
export function apart(
  observed: Quantity,
  expected: Quantity,
  uom: Unit,
): Pick<Finding, 'observed' | 'expected' | 'delta' | 'uom'> {
  return { observed: shown(observed), expected: shown(expected), delta: shown(subtract(observed, expected)), uom }
}
