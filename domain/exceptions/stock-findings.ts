import type { ExceptionSeverity } from '../../schemas/materials/exceptions.ts'
import { compare, multiply, quantity, ratio } from '../quantities/quantity.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { baseAmount, type Difference, difference, largestDifference } from './amounts.ts'
import { type Finding, found, inputsOf, type StoredCode, sourcesOf } from './finding.ts'
import type { StoredPosition } from './pair.ts'

const ZERO = ratio(0n)
const TENTH = ratio(1n, 10n)
const IDLE_MS = 90 * 86_400_000
const SKEW_MS = 5 * 60_000

/** What a position says of itself that cannot be right or should not be. */
export function stockFindings(positions: readonly StoredPosition[]): Finding[] {
  return [...rules.flatMap((rule) => finding(rule, positions)), ...futureTimes(positions)]
}

interface Rule {
  code: StoredCode
  severity: ExceptionSeverity
  measure: string
  /** Of a position, what decides. */
  values: readonly string[]
  /** How a position breaks the rule, if it does. */
  broken(position: StoredPosition): Difference | null
}

const rules: readonly Rule[] = [
  {
    code: 'NEGATIVE_ON_HAND',
    severity: 'high',
    measure: 'onHand',
    values: ['onHand'],
    broken: (position) => belowZero(position, position.onHand),
  },
  {
    code: 'OVER_ALLOCATED',
    severity: 'medium',
    measure: 'allocated',
    values: ['allocated', 'onHand'],
    broken(position) {
      const observed = baseAmount(position.allocated, position)
      const expected = baseAmount(position.onHand, position)
      return observed && expected && compare(observed, expected) > 0 ? { observed, expected } : null
    },
  },
  {
    code: 'SHORTAGE',
    severity: 'high',
    measure: 'projected',
    values: ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required'],
    broken: (position) => belowZero(position, position.projected),
  },
  {
    code: 'EXCESS_LIABILITY',
    severity: 'low',
    measure: 'liabilityQuantity',
    values: ['ownership', 'onHand', 'inTransit', 'onOrderNonCancellable', 'required', 'boughtQuantity', 'isIdle'],
    broken: excessOf,
  },
]

function finding({ code, severity, measure, values, broken }: Rule, positions: readonly StoredPosition[]): Finding[] {
  const differing = positions.flatMap((position) => {
    const amounts = broken(position)
    return amounts ? [{ ...amounts, position }] : []
  })
  const largest = largestDifference(differing)
  if (!largest) return []
  const of = differing.map(({ position }) => position)
  const amounts = difference(largest.observed, largest.expected, baseUnitOf(largest.position.uom), [largest.position])
  return [found(code, severity, inputsOf(of, ...values), { measure, ...sourcesOf(of), ...amounts })]
}

function belowZero(position: StoredPosition, amount: string | null): Difference | null {
  const observed = baseAmount(amount, position)
  return observed && compare(observed, ZERO) < 0 ? { observed, expected: ZERO } : null
}

/** What may be left over is a tenth of what was bought. */
function excessOf(position: StoredPosition): Difference | null {
  const observed = baseAmount(position.liabilityQuantity, position)
  const bought = baseAmount(position.boughtQuantity, position)
  if (!observed || !bought || !isIdle(position)) return null
  const expected = multiply(bought, TENTH)
  return compare(observed, expected) > 0 ? { observed, expected } : null
}

/** Whether there was no demand for 90 days before a position was taken. */
export function isIdle({ asOf, lastDemandAt }: Pick<StoredPosition, 'asOf' | 'lastDemandAt'>): boolean {
  return lastDemandAt !== null && Date.parse(asOf) - Date.parse(lastDemandAt) > IDLE_MS
}

function futureTimes(positions: readonly StoredPosition[]): Finding[] {
  const future = positions.filter(({ asOf, source }) => Date.parse(asOf) - Date.parse(source.ingestedAt) > SKEW_MS)
  const [latest] = future.toSorted((a, b) => (a.asOf > b.asOf ? -1 : a.asOf < b.asOf ? 1 : 0))
  if (!latest) return []
  const times = { observed: latest.asOf, expected: latest.source.ingestedAt }
  return [found('FUTURE_TIMESTAMP', 'low', inputsOf(future, 'asOf'), { ...sourcesOf(future), ...times })]
}

const QUANTITIES = [
  ...(['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'onOrderNonCancellable'] as const),
  ...(['boughtQuantity', 'required'] as const),
]

/** The names of the quantities of a position that are not 0. */
export function quantitiesOf(position: StoredPosition): string[] {
  return QUANTITIES.filter((name) => {
    const amount = position[name]
    return amount !== null && compare(quantity(amount), ZERO) !== 0
  })
}
