import { exactAmounts } from '../quantities/exact-amounts.ts'
import { absolute, compare, type Quantity, quantity, subtract } from '../quantities/quantity.ts'
import { inBaseUnit } from '../quantities/tolerance.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { type Finding, sourcesOf, type Violation } from './finding.ts'
import type { Input } from './inputs.ts'
import type { PositionFacts, Unit } from './pair.ts'
import { amountStep, type Step, type StepValue } from './steps.ts'

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

/** What an amount is called in an explanation, and the values that it comes from. */
export interface Term {
  label: string
  inputs?: readonly StepValue[]
}

/** How two amounts are explained. */
export interface Terms {
  observed: Term
  expected: Term
  /** The steps that lead to what is expected, given the base unit and the shown one. */
  leading?: (units: readonly [Unit, Unit]) => Step[]
  /** How far both may be apart. */
  allowed?: Quantity
}

type Shown = Pick<Finding, 'observed' | 'expected' | 'delta' | 'uom' | 'steps'>

/**
 * What is observed, what is expected, and the difference: in base units, else in that of a source. What has no exact
 * decimal in any of them, as a mean over SKUs may not, is null. The steps lead to the difference.
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
 * The violation of a rule about a measure of positions, with the amounts of the largest difference; null where no position
 * breaks it.
 * @param differenceOf how a position breaks the rule, in base units; null if it does not
 * @param inputsOf what the finding is based on, given the positions that break the rule
 * @param termsOf how the largest difference is explained
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
