import { exactAmounts } from '../quantities/exact-amounts.ts'
import { absolute, compare, type Quantity, quantity, subtract } from '../quantities/quantity.ts'
import { inBaseUnit } from '../quantities/tolerance.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { type Finding, sourcesOf, type Violation } from './finding.ts'
import type { Input } from './inputs.ts'
import type { PositionFacts, Unit } from './pair.ts'
import { amountStep, type Step, type StepValue } from './steps.ts'

/**
 * Converts a measure of a position to the base unit of its dimension. Null if the position does not contain the
 * measure.
 */
export function baseAmount(amount: string | null, { uom }: Pick<PositionFacts, 'uom'>) {
  return amount === null ? null : inBaseUnit(quantity(amount), uom).amount
}

/** Two amounts that should agree, in one unit. */
export interface Difference {
  observed: Quantity
  expected: Quantity
}

/** Returns the largest difference, the first one if several are equal. */
export function largestDifference<T extends Difference>(differences: readonly T[]): T | undefined {
  const size = ({ observed, expected }: T) => absolute(subtract(observed, expected))
  return differences.reduce<T | undefined>(
    (largest, one) => (largest === undefined || compare(size(one), size(largest)) > 0 ? one : largest),
    undefined,
  )
}

/** The label of an amount in an explanation, and the values that it comes from. */
export interface Term {
  label: string
  inputs?: readonly StepValue[]
}

/** How two amounts are explained in the steps of an exception. */
export interface Terms {
  observed: Term
  expected: Term
  /** Returns the steps that compute the expected amount, given the base unit and the shown unit. */
  leading?: (units: readonly [Unit, Unit]) => Step[]
  /** The largest difference that is not an exception. */
  allowed?: Quantity
}

type Shown = Pick<Finding, 'observed' | 'expected' | 'delta' | 'uom' | 'steps'>

/**
 * Returns the observed amount, the expected amount, and their difference. They are in the base unit or, if they have no
 * exact decimal there, in the unit of a source. An amount without an exact decimal in any of these is null; a mean over
 * SKUs can be one. The steps explain the difference.
 */
export function difference(
  { observed, expected }: Difference,
  baseUnit: Unit,
  sources: readonly Pick<PositionFacts, 'uom'>[],
  terms: Terms,
): Shown {
  const delta = subtract(observed, expected)
  const { texts, unit } = exactAmounts(
    [observed, expected, delta],
    baseUnit,
    sources.map(({ uom }) => uom),
  )
  const [observedText = null, expectedText = null, deltaText = null] = texts
  const units = [baseUnit, unit] as const
  const steps = [
    amountStep(terms.observed.label, observed, units, terms.observed.inputs),
    ...(terms.leading?.(units) ?? []),
    amountStep(terms.expected.label, expected, units, terms.expected.inputs),
    ...(terms.allowed ? [amountStep('Allowed difference (the tolerance)', terms.allowed, units)] : []),
    amountStep('Difference: observed minus expected', delta, units),
  ]
  return { observed: observedText, expected: expectedText, delta: deltaText, uom: unit, steps }
}

/**
 * Returns the violation of a rule about a measure of positions, with the amounts of the largest difference. Returns
 * null if no position violates the rule.
 * @param differenceOf returns the violation of one position, in base units, or null
 * @param inputsOf returns the inputs of the finding, given the positions that violate the rule
 * @param termsOf returns the explanation of the largest difference
 */
export function amountViolation(
  measure: string,
  positions: readonly PositionFacts[],
  differenceOf: (position: PositionFacts) => Difference | null,
  inputsOf: (differing: readonly PositionFacts[]) => Input[],
  termsOf: (position: PositionFacts, largest: Difference) => Terms,
): Violation | null {
  const differences = positions.flatMap((position) => {
    const amounts = differenceOf(position)
    return amounts ? [{ ...amounts, position }] : []
  })
  const largest = largestDifference(differences)
  if (!largest) return null
  const { position } = largest
  const differing = differences.map((one) => one.position)
  const amounts = difference(largest, baseUnitOf(position.uom), [position], termsOf(position, largest))
  return { ...sourcesOf(differing), ...amounts, inputs: inputsOf(differing), measure }
}
