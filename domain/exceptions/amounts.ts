import { exactAmounts } from '../quantities/exact-amounts.ts'
import { absolute, compare, type Quantity, quantity, subtract } from '../quantities/quantity.ts'
import { inBaseUnit } from '../quantities/tolerance.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { type Finding, sourcesOf, type Violation } from './finding.ts'
import type { Input } from './inputs.ts'
import type { PositionFacts, Unit } from './pair.ts'

/** A measure of a position in the base unit of its dimension; null where the position says nothing. */
export function baseAmount(amount: string | null, { uom }: Pick<PositionFacts, 'uom'>) {
  return amount === null ? null : inBaseUnit(quantity(amount), uom).amount
}

/** Two amounts that should agree, in one unit. */
export interface Difference {
  observed: Quantity
  expected: Quantity
}

/** The largest difference; of equal ones the first. */
export function largestDifference<T extends Difference>(differences: readonly T[]): T | undefined {
  const size = ({ observed, expected }: T) => absolute(subtract(observed, expected))
  return differences.reduce<T | undefined>(
    (largest, one) => (largest === undefined || compare(size(one), size(largest)) > 0 ? one : largest),
    undefined,
  )
}

/**
 * What is observed, what is expected, and the difference: in base units, else in that of a source. What has no exact
 * decimal in any of them, as a mean over SKUs may not, is null.
 */
export function difference(
  observed: Quantity,
  expected: Quantity,
  baseUnit: Unit,
  sources: readonly Pick<PositionFacts, 'uom'>[],
): Pick<Finding, 'observed' | 'expected' | 'delta' | 'uom'> {
  const amounts = [observed, expected, subtract(observed, expected)]
  const { texts, unit } = exactAmounts(
    amounts,
    baseUnit,
    sources.map(({ uom }) => uom),
  )
  const [observedText = null, expectedText = null, delta = null] = texts
  return { observed: observedText, expected: expectedText, delta, uom: unit }
}

/**
 * The violation of a rule about a measure of positions, with the amounts of the largest difference; null where no position
 * breaks it.
 * @param differenceOf how a position breaks the rule, in base units; null if it does not
 * @param inputsOf what the finding is based on, given the positions that break the rule
 */
export function amountViolation(
  measure: string,
  positions: readonly PositionFacts[],
  differenceOf: (position: PositionFacts) => Difference | null,
  inputsOf: (differing: readonly PositionFacts[]) => Input[],
): Violation | null {
  const differences = positions.flatMap((position) => {
    const amounts = differenceOf(position)
    return amounts ? [{ ...amounts, position }] : []
  })
  const largest = largestDifference(differences)
  if (!largest) return null
  const { observed, expected, position } = largest
  const differing = differences.map((one) => one.position)
  const amounts = difference(observed, expected, baseUnitOf(position.uom), [position])
  return { ...sourcesOf(differing), ...amounts, inputs: inputsOf(differing), measure }
}
