import type { ExceptionSeverity } from '../../schemas/connected.ts'
import { compare, multiply, type Quantity, quantity, ratio } from '../../schemas/quantity.ts'
import { baseUnitOf } from '../../schemas/units.ts'
import { apart, baseAmount } from './amounts.ts'
import { type Finding, found, type StoredCode, type StoredPosition, sourcesOf } from './pair.ts'
import { worstOf } from './worst-of.ts'

const ZERO = ratio(0n)
const TENTH = ratio(1n, 10n)
const IDLE_MS = 90 * 86_400_000
const SKEW_MS = 5 * 60_000

/** What a position says of itself that cannot be right or should not be. */
export function stockFindings(positions: readonly StoredPosition[]): Finding[] {
  return [
    ...amountsApart('NEGATIVE_ON_HAND', 'high', 'onHand', positions, (position) => {
      const observed = baseAmount(position.onHand, position)
      return observed && compare(observed, ZERO) < 0 ? { observed, expected: ZERO } : null
    }),
    ...amountsApart('OVER_ALLOCATED', 'medium', 'allocated', positions, (position) => {
      const observed = baseAmount(position.allocated, position)
      const expected = baseAmount(position.onHand, position)
      return observed && expected && compare(observed, expected) > 0 ? { observed, expected } : null
    }),
    ...amountsApart('SHORTAGE', 'high', 'projected', positions, (position) => {
      const observed = baseAmount(position.projected, position)
      return observed && compare(observed, ZERO) < 0 ? { observed, expected: ZERO } : null
    }),
    ...amountsApart('EXCESS_LIABILITY', 'low', 'liabilityQuantity', positions, excessOf),
    ...futureTimes(positions),
  ]
}

type Amounts = { observed: Quantity; expected: Quantity }

function amountsApart(
  code: StoredCode,
  severity: ExceptionSeverity,
  measure: string,
  positions: readonly StoredPosition[],
  amountsOf: (position: StoredPosition) => Amounts | null,
): Finding[] {
  const faulty = positions.flatMap((position) => {
    const amounts = amountsOf(position)
    return amounts ? [{ ...amounts, position }] : []
  })
  const worst = worstOf(faulty)
  if (!worst) return []
  const sources = sourcesOf(faulty.map(({ position }) => position))
  const amounts = apart(worst.observed, worst.expected, baseUnitOf(worst.position.uom))
  return [found(code, severity, { measure, ...sources, ...amounts })]
}

/** What may be left over is a tenth of what was bought. */
function excessOf(position: StoredPosition): Amounts | null {
  const observed = baseAmount(position.liabilityQuantity, position)
  const bought = baseAmount(position.boughtQuantity, position)
  if (!observed || !bought || position.lastDemandAt === null) return null
  const expected = multiply(bought, TENTH)
  const isIdle = Date.parse(position.asOf) - Date.parse(position.lastDemandAt) > IDLE_MS
  return isIdle && compare(observed, expected) > 0 ? { observed, expected } : null
}

function futureTimes(positions: readonly StoredPosition[]): Finding[] {
  const future = positions.filter(({ asOf, source }) => Date.parse(asOf) - Date.parse(source.ingestedAt) > SKEW_MS)
  const [worst] = future.toSorted((a, b) => (a.asOf > b.asOf ? -1 : a.asOf < b.asOf ? 1 : 0))
  if (!worst) return []
  const times = { observed: worst.asOf, expected: worst.source.ingestedAt }
  return [found('FUTURE_TIMESTAMP', 'low', { ...sourcesOf(future), ...times })]
}

/** Whether any quantity that a position names is not 0. */
export function hasQuantity(position: StoredPosition): boolean {
  const { onHand, qualityHold, allocated, inTransit, onOrder, onOrderNonCancellable, boughtQuantity, required } =
    position
  const amounts = [onHand, qualityHold, allocated, inTransit, onOrder, onOrderNonCancellable, boughtQuantity, required]
  return amounts.some((amount) => amount !== null && compare(quantity(amount), ZERO) !== 0)
}
