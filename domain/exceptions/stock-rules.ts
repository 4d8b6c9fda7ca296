import { compare, multiply, quantity, ratio } from '../quantities/quantity.ts'
import { amountViolation, baseAmount, type Difference, type Terms } from './amounts.ts'
import { inputsOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import type { PositionFacts } from './pair.ts'
import { amountText, measuresOf, recordValue, sourceName, textStep, textsOf } from './steps.ts'

const ZERO = ratio(0n)
const TENTH = ratio(1n, 10n)
const DAY_MS = 86_400_000
const IDLE_MS = 90 * DAY_MS
const SKEW_MS = 5 * 60_000
/** The measures from which projected stock and the liability are computed. */
const PROJECTED = ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required'] as const
const LIABLE = ['onHand', 'inTransit', 'onOrderNonCancellable', 'required'] as const

/** Rules about a single position whose quantities or times are impossible or undesirable. */
export const stockRules = {
  NEGATIVE_ON_HAND: measured('onHand', ['onHand'], (position) => belowZero(position, position.onHand), onHandTerms),
  OVER_ALLOCATED: measured('allocated', ['allocated', 'onHand'], overAllocated, allocatedTerms),
  SHORTAGE: measured('projected', PROJECTED, (position) => belowZero(position, position.projected), projectedTerms),
  EXCESS_LIABILITY: measured(
    'liabilityQuantity',
    ['ownership', ...LIABLE, 'boughtQuantity', 'isIdle'],
    excessOf,
    liabilityTerms,
  ),
  FUTURE_TIMESTAMP: (_, positions) => futureTime(positions),
} satisfies PairRules

/** Returns a rule that tests a measure of each position. `values` are the names of the measures that decide. */
function measured(
  measure: string,
  values: readonly string[],
  differenceOf: (position: PositionFacts) => Difference | null,
  termsOf: (position: PositionFacts) => Terms,
): NonNullable<PairRules[keyof PairRules]> {
  return (_, positions) =>
    amountViolation(measure, positions, differenceOf, (differing) => inputsOf(differing, ...values), termsOf)
}

const LEAST = { label: 'Lowest possible quantity' }

function onHandTerms(position: PositionFacts): Terms {
  return {
    observed: { label: `onHand of ${sourceName(position)}`, inputs: measuresOf(position, 'onHand') },
    expected: LEAST,
  }
}

function allocatedTerms(position: PositionFacts): Terms {
  return {
    observed: { label: `allocated of ${sourceName(position)}`, inputs: measuresOf(position, 'allocated') },
    expected: { label: `onHand of ${sourceName(position)}`, inputs: measuresOf(position, 'onHand') },
  }
}

function projectedTerms(position: PositionFacts): Terms {
  const label = `projected of ${sourceName(position)}: onHand − qualityHold + inTransit + onOrder − required`
  return { observed: { label, inputs: measuresOf(position, ...PROJECTED) }, expected: LEAST }
}

/** Stock on hand does not count if the brand does not own the material. */
function liabilityTerms(position: PositionFacts): Terms {
  const formula =
    position.ownership === 'brand'
      ? 'onHand + inTransit + onOrderNonCancellable − required'
      : 'inTransit + onOrderNonCancellable − required'
  return {
    observed: {
      label: `liabilityQuantity of ${sourceName(position)}: ${formula}`,
      inputs: [...measuresOf(position, ...LIABLE), ...textsOf(position, 'ownership')],
    },
    leading: () => [
      textStep('Days without demand before the time of the position', daysWithoutDemand(position), [
        ...textsOf(position, 'asOf', 'lastDemandAt'),
      ]),
    ],
    expected: { label: 'boughtQuantity × 0.1', inputs: measuresOf(position, 'boughtQuantity') },
  }
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

/** The liability may be a tenth of the bought quantity. Anything above that is excess. */
function excessOf(position: PositionFacts): Difference | null {
  const observed = baseAmount(position.liabilityQuantity, position)
  const bought = baseAmount(position.boughtQuantity, position)
  if (!observed || !bought || !isIdle(position)) return null
  const expected = multiply(bought, TENTH)
  return compare(observed, expected) > 0 ? { observed, expected } : null
}

/** Whether there was no demand in the 90 days before the time of the position. */
export function isIdle({ asOf, lastDemandAt }: Pick<PositionFacts, 'asOf' | 'lastDemandAt'>): boolean {
  return lastDemandAt !== null && Date.parse(asOf) - Date.parse(lastDemandAt) > IDLE_MS
}

/** The number of days with its exact decimals. */
function daysWithoutDemand({ asOf, lastDemandAt }: PositionFacts): string | null {
  if (lastDemandAt === null) return null
  return amountText(ratio(BigInt(Date.parse(asOf) - Date.parse(lastDemandAt)), BigInt(DAY_MS))).text
}

function futureTime(positions: readonly PositionFacts[]): Violation | null {
  const future = positions.filter(({ asOf, source }) => Date.parse(asOf) - Date.parse(source.ingestedAt) > SKEW_MS)
  const [latest] = future.toSorted((a, b) => (a.asOf > b.asOf ? -1 : a.asOf < b.asOf ? 1 : 0))
  if (!latest) return null
  const times = { observed: latest.asOf, expected: latest.source.ingestedAt }
  const { ingestedAt } = latest.source
  const steps = [
    textStep(`Time of the position in ${sourceName(latest)}`, latest.asOf, textsOf(latest, 'asOf')),
    textStep('Time at which it was received', ingestedAt, [
      recordValue(latest.record, 'source.ingestedAt', ingestedAt),
    ]),
    textStep('Allowed difference in seconds', String(SKEW_MS / 1000)),
    textStep('Difference in seconds', String((Date.parse(latest.asOf) - Date.parse(ingestedAt)) / 1000)),
  ]
  return { ...sourcesOf(future), ...times, inputs: inputsOf(future, 'asOf'), steps }
}

const QUANTITIES = [
  ...(['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'onOrderNonCancellable'] as const),
  ...(['boughtQuantity', 'required'] as const),
]

/** The names of the quantities of a position that are not 0. */
export function quantitiesOf(position: PositionFacts): (typeof QUANTITIES)[number][] {
  return QUANTITIES.filter((name) => {
    const amount = position[name]
    return amount !== null && compare(quantity(amount), ZERO) !== 0
  })
}
