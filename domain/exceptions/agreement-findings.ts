import { absolute, compare, multiply, type Quantity, ratio, subtract } from '../quantities/quantity.ts'
import { defaultTolerance, isWithin } from '../quantities/tolerance.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { baseAmount, difference, largestDifference } from './amounts.ts'
import { type Finding, found, inputsOf, knownOf, sourcesOf } from './finding.ts'
import type { Need, Pair, StoredPosition, Unit } from './pair.ts'

const TENTH = ratio(1n, 10n)
/** Who knows what lies at a factory, the better one first. */
const PHYSICAL = ['wms', 'factory_portal']

/** Where systems contradict each other about units and amounts. */
export function agreementFindings(pair: Pair, positions: readonly StoredPosition[]): Finding[] {
  const erp = positions.filter(({ system }) => system === 'erp')
  return [
    ...unitFindings(pair, erp, positions),
    ...stockMismatch(erp, positions),
    ...(pair.need ? requirementMismatch(pair, erp, pair.need) : []),
  ]
}

function unitFindings(
  { facts }: Pair,
  erp: readonly StoredPosition[],
  positions: readonly StoredPosition[],
): Finding[] {
  const isBaseKnown = facts !== null && facts.baseUom !== null
  const expected = isBaseKnown ? facts.baseUom : (erp[0]?.uom ?? null)
  if (!expected) return []
  const others = positions.filter(({ uom }) => uom !== expected)
  const isSameDimension = ({ uom }: StoredPosition) => baseUnitOf(uom) === baseUnitOf(expected)
  const finding = (code: 'UOM_INCOMPATIBLE' | 'UOM_MISMATCH', of: readonly StoredPosition[]) => {
    if (of.length === 0) return []
    const base = isBaseKnown ? knownOf(facts, of, 'baseUom') : inputsOf(erp.slice(0, 1), 'uom')
    const amounts = { observed: of[0]?.uom ?? null, expected, uom: expected }
    const severity = code === 'UOM_INCOMPATIBLE' ? 'critical' : 'medium'
    return [found(code, severity, [...inputsOf(of, 'uom'), ...base], { ...sourcesOf(of), ...amounts })]
  }
  return [
    ...finding(
      'UOM_INCOMPATIBLE',
      others.filter((one) => !isSameDimension(one)),
    ),
    ...finding('UOM_MISMATCH', others.filter(isSameDimension)),
  ]
}

function stockMismatch(erp: readonly StoredPosition[], positions: readonly StoredPosition[]): Finding[] {
  const physical = PHYSICAL.flatMap((system) => positions.filter((position) => position.system === system))
  const outside = erp.flatMap((own) => physical.flatMap((other) => stockDifference(own, other)))
  const largest = largestDifference(outside)
  if (!largest) return []
  const { observed, expected, unit, positions: own } = largest
  const larger = [observed, expected].map(absolute).sort(compare)[1] ?? observed
  const isHigh = compare(absolute(subtract(observed, expected)), multiply(larger, TENTH)) > 0
  const of = outside.flatMap((one) => one.positions)
  return [
    found('QUANTITY_MISMATCH', isHigh ? 'high' : 'medium', inputsOf(of, 'onHand', 'uom'), {
      measure: 'onHand',
      ...sourcesOf(of),
      ...difference(observed, expected, unit, own),
    }),
  ]
}

interface StockDifference {
  observed: Quantity
  expected: Quantity
  unit: Unit
  positions: StoredPosition[]
}

function stockDifference(own: StoredPosition, other: StoredPosition): StockDifference[] {
  const unit = baseUnitOf(own.uom)
  const [observed, expected] = [baseAmount(own.onHand, own), baseAmount(other.onHand, other)]
  if (!observed || !expected || baseUnitOf(other.uom) !== unit) return []
  if (isWithin(observed, expected, unit, defaultTolerance)) return []
  return [{ observed, expected, unit, positions: [own, other] }]
}

function requirementMismatch({ facts }: Pair, erp: readonly StoredPosition[], need: Need): Finding[] {
  const { amount, baseUnit } = need
  const outside = erp.flatMap((position) => {
    const observed = baseAmount(position.required, position)
    if (!observed || baseUnitOf(position.uom) !== baseUnit) return []
    if (isWithin(observed, amount, baseUnit, defaultTolerance)) return []
    return [{ observed, expected: amount, position }]
  })
  const largest = largestDifference(outside)
  if (!largest) return []
  const of = outside.map(({ position }) => position)
  const inputs = [...inputsOf(of, 'required', 'uom'), ...need.inputs, ...(facts ? knownOf(facts, of) : [])]
  const amounts = difference(largest.observed, amount, baseUnit, [largest.position])
  return [found('REQUIREMENT_MISMATCH', 'high', inputs, { measure: 'required', ...sourcesOf(of), ...amounts })]
}
