import { absolute, compare, multiply, type Quantity, ratio, subtract } from '../../schemas/quantity.ts'
import { defaultTolerance, isWithin } from '../../schemas/tolerance.ts'
import { baseUnitOf } from '../../schemas/units.ts'
import { apart, baseAmount } from './amounts.ts'
import { type Finding, found, type Need, type Pair, type StoredPosition, sourcesOf, type Unit } from './pair.ts'
import { worstOf } from './worst-of.ts'

const TENTH = ratio(1n, 10n)
/** Who knows what lies at a factory, the better one first. */
const PHYSICAL = ['wms', 'factory_portal']

/** Where systems contradict each other about units and amounts. */
export function agreementFindings({ facts, need }: Pair, positions: readonly StoredPosition[]): Finding[] {
  const erp = positions.filter(({ system }) => system === 'erp')
  return [
    ...unitFindings(facts?.baseUom ?? erp[0]?.uom ?? null, positions),
    ...stockMismatch(erp, positions),
    ...(need ? requirementMismatch(erp, need) : []),
  ]
}

function unitFindings(expected: Unit | null, positions: readonly StoredPosition[]): Finding[] {
  if (!expected) return []
  const others = positions.filter(({ uom }) => uom !== expected)
  const [same, other] = [true, false].map((wanted) =>
    others.filter(({ uom }) => (baseUnitOf(uom) === baseUnitOf(expected)) === wanted),
  )
  const say = (of: readonly StoredPosition[] = []) => ({
    ...sourcesOf(of),
    ...{ observed: of[0]?.uom ?? null, expected, uom: expected },
  })
  return [
    ...(other?.length ? [found('UOM_INCOMPATIBLE', 'critical', say(other))] : []),
    ...(same?.length ? [found('UOM_MISMATCH', 'medium', say(same))] : []),
  ]
}

interface Apart {
  observed: Quantity
  expected: Quantity
  unit: Unit
  positions: StoredPosition[]
}

function stockMismatch(erp: readonly StoredPosition[], positions: readonly StoredPosition[]): Finding[] {
  const physical = PHYSICAL.flatMap((system) => positions.filter((position) => position.system === system))
  const outside = erp.flatMap((own) => physical.flatMap((other) => stockApart(own, other)))
  const worst = worstOf(outside)
  if (!worst) return []
  const { observed, expected, unit } = worst
  const larger = [observed, expected].map(absolute).sort(compare)[1] ?? observed
  const isHigh = compare(absolute(subtract(observed, expected)), multiply(larger, TENTH)) > 0
  const sources = sourcesOf(outside.flatMap((one) => one.positions))
  return [
    found('QUANTITY_MISMATCH', isHigh ? 'high' : 'medium', {
      measure: 'onHand',
      ...sources,
      ...apart(observed, expected, unit),
    }),
  ]
}

function stockApart(own: StoredPosition, other: StoredPosition): Apart[] {
  const unit = baseUnitOf(own.uom)
  const [observed, expected] = [baseAmount(own.onHand, own), baseAmount(other.onHand, other)]
  if (!observed || !expected || baseUnitOf(other.uom) !== unit) return []
  if (isWithin(observed, expected, unit, defaultTolerance)) return []
  return [{ observed, expected, unit, positions: [own, other] }]
}

function requirementMismatch(erp: readonly StoredPosition[], { amount, baseUnit }: Need): Finding[] {
  const outside = erp.flatMap((position) => {
    const observed = baseAmount(position.required, position)
    if (!observed || baseUnitOf(position.uom) !== baseUnit) return []
    if (isWithin(observed, amount, baseUnit, defaultTolerance)) return []
    return [{ observed, expected: amount, position }]
  })
  const worst = worstOf(outside)
  if (!worst) return []
  const sources = sourcesOf(outside.map(({ position }) => position))
  const amounts = apart(worst.observed, amount, baseUnit)
  return [found('REQUIREMENT_MISMATCH', 'high', { measure: 'required', ...sources, ...amounts })]
}
