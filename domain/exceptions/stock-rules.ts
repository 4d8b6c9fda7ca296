import { compare, multiply, quantity, ratio } from '../quantities/quantity.ts'
import { amountViolation, baseAmount, type Difference } from './amounts.ts'
import { inputsOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import type { PositionFacts } from './pair.ts'

const ZERO = ratio(0n)
const TENTH = ratio(1n, 10n)
const IDLE_MS = 90 * 86_400_000
const SKEW_MS = 5 * 60_000

/** What cannot be right in a position by itself, or should not be. */
export const stockRules = {
  NEGATIVE_ON_HAND: measured('onHand', ['onHand'], (position) => belowZero(position, position.onHand)),
  OVER_ALLOCATED: measured('allocated', ['allocated', 'onHand'], overAllocated),
  SHORTAGE: measured('projected', ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required'], (position) =>
    belowZero(position, position.projected),
  ),
  EXCESS_LIABILITY: measured(
    'liabilityQuantity',
    ['ownership', 'onHand', 'inTransit', 'onOrderNonCancellable', 'required', 'boughtQuantity', 'isIdle'],
    excessOf,
  ),
  FUTURE_TIMESTAMP: (_, positions) => futureTime(positions),
} satisfies PairRules

/** A rule about a measure of each position; `values` are what decides. */
function measured(
  measure: string,
  values: readonly string[],
  differenceOf: (position: PositionFacts) => Difference | null,
): NonNullable<PairRules[keyof PairRules]> {
  return (_, positions) =>
    amountViolation(measure, positions, differenceOf, (differing) => inputsOf(differing, ...values))
}

function overAllocated(position: PositionFacts): Difference | null {
  const observed = baseAmount(position.allocated, position)
  const expected = baseAmount(position.onHand, position)
  return observed && expected && compare(observed, expected) > 0 ? { observed, expected } : null
}

function belowZero(position: PositionFacts, amount: string | null): Difference | null {
  const observed = baseAmount(amount, position)
  return observed && compare(observed, ZERO) < 0 ? { observed, expected: ZERO } : null
}

/** What may be left over is a tenth of what was bought. */
function excessOf(position: PositionFacts): Difference | null {
  const observed = baseAmount(position.liabilityQuantity, position)
  const bought = baseAmount(position.boughtQuantity, position)
  if (!observed || !bought || !isIdle(position)) return null
  const expected = multiply(bought, TENTH)
  return compare(observed, expected) > 0 ? { observed, expected } : null
}

/** Whether there was no demand for 90 days before a position was taken. */
export function isIdle({ asOf, lastDemandAt }: Pick<PositionFacts, 'asOf' | 'lastDemandAt'>): boolean {
  return lastDemandAt !== null && Date.parse(asOf) - Date.parse(lastDemandAt) > IDLE_MS
}

function futureTime(positions: readonly PositionFacts[]): Violation | null {
  const future = positions.filter(({ asOf, source }) => Date.parse(asOf) - Date.parse(source.ingestedAt) > SKEW_MS)
  const [latest] = future.toSorted((a, b) => (a.asOf > b.asOf ? -1 : a.asOf < b.asOf ? 1 : 0))
  if (!latest) return null
  const times = { observed: latest.asOf, expected: latest.source.ingestedAt }
  return { ...sourcesOf(future), ...times, inputs: inputsOf(future, 'asOf') }
}

const QUANTITIES = [
  ...(['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'onOrderNonCancellable'] as const),
  ...(['boughtQuantity', 'required'] as const),
]

/** The names of the quantities of a position that are not 0. */
export function quantitiesOf(position: PositionFacts): string[] {
  return QUANTITIES.filter((name) => {
    const amount = position[name]
    return amount !== null && compare(quantity(amount), ZERO) !== 0
  })
}
