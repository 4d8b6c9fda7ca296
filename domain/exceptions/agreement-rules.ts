import { absolute, compare, multiply, ratio, subtract } from '../quantities/quantity.ts'
import { allowedDifference, defaultTolerance, isWithin } from '../quantities/tolerance.ts'
import { baseUnitOf } from '../quantities/units.ts'
import { amountViolation, baseAmount, type Difference, difference, largestDifference } from './amounts.ts'
import { inputsOf, knownOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import { needSteps } from './need-steps.ts'
import type { Pair, PositionFacts, Unit } from './pair.ts'
import { measuresOf, recordValue, sourceName, textStep, textsOf } from './steps.ts'

const TENTH = ratio(1n, 10n)
/** Systems that know the physical stock at a factory, in order of authority. */
const PHYSICAL = ['wms', 'factory_portal']

/** Rules that find contradictions between systems about units and amounts. */
export const agreementRules = {
  UOM_INCOMPATIBLE: (pair, positions) =>
    otherUnit(pair, positions, (uom, expected) => baseUnitOf(uom) !== baseUnitOf(expected)),
  UOM_MISMATCH: (pair, positions) =>
    otherUnit(pair, positions, (uom, expected) => uom !== expected && baseUnitOf(uom) === baseUnitOf(expected)),
  QUANTITY_MISMATCH: (_, positions) => stockMismatch(positions),
  REQUIREMENT_MISMATCH: requirementMismatch,
} satisfies PairRules

const ofSystem = (system: string, positions: readonly PositionFacts[]) =>
  positions.filter((one) => one.system === system)

function otherUnit(
  { facts }: Pair,
  positions: readonly PositionFacts[],
  isOther: (uom: Unit, expected: Unit) => boolean,
): Violation | null {
  const [erp] = ofSystem('erp', positions)
  const expected = facts?.baseUom ?? erp?.uom
  if (!expected) return null
  const others = positions.filter(({ uom }) => isOther(uom, expected))
  const [first] = others
  if (!first) return null
  const base = facts && facts.baseUom !== null ? knownOf(facts, others, 'baseUom') : erp ? inputsOf([erp], 'uom') : []
  const reference =
    facts && facts.baseUom !== null
      ? textStep('Base unit of the material', expected, [recordValue(facts.record, 'baseUom', expected)])
      : textStep('Unit of the ERP position', expected, erp ? textsOf(erp, 'uom') : [])
  return {
    ...sourcesOf(others),
    inputs: [...inputsOf(others, 'uom'), ...base],
    observed: first.uom,
    expected,
    uom: expected,
    steps: [
      ...others.map((other) => textStep(`Unit of ${sourceName(other)}`, other.uom, textsOf(other, 'uom'))),
      reference,
      textStep(`Base unit that ${first.uom} converts to`, baseUnitOf(first.uom)),
      textStep(`Base unit that ${expected} converts to`, baseUnitOf(expected)),
    ],
  }
}

function stockMismatch(positions: readonly PositionFacts[]): Violation | null {
  const physical = PHYSICAL.flatMap((system) => ofSystem(system, positions))
  const outside = ofSystem('erp', positions).flatMap((own) => physical.flatMap((other) => stockDifference(own, other)))
  const largest = largestDifference(outside)
  if (!largest) return null
  const { observed, expected, unit } = largest
  const [own, other] = largest.positions
  const larger = [observed, expected].map(absolute).sort(compare)[1] ?? observed
  const isHigh = compare(absolute(subtract(observed, expected)), multiply(larger, TENTH)) > 0
  const differing = outside.flatMap((one) => one.positions)
  return {
    ...sourcesOf(differing),
    ...difference(largest, unit, largest.positions, {
      observed: { label: `onHand of ${sourceName(own)}`, inputs: measuresOf(own, 'onHand') },
      expected: { label: `onHand of ${sourceName(other)}`, inputs: measuresOf(other, 'onHand') },
      allowed: allowedDifference(observed, expected, unit, defaultTolerance),
    }),
    severity: isHigh ? 'high' : 'medium',
    inputs: inputsOf(differing, 'onHand', 'uom'),
    measure: 'onHand',
  }
}

interface StockDifference extends Difference {
  unit: Unit
  positions: [own: PositionFacts, other: PositionFacts]
}

function stockDifference(own: PositionFacts, other: PositionFacts): StockDifference[] {
  const unit = baseUnitOf(own.uom)
  const [observed, expected] = [baseAmount(own.onHand, own), baseAmount(other.onHand, other)]
  if (!observed || !expected || baseUnitOf(other.uom) !== unit) return []
  if (isWithin(observed, expected, unit, defaultTolerance)) return []
  return [{ observed, expected, unit, positions: [own, other] }]
}

function requirementMismatch({ facts, need }: Pair, positions: readonly PositionFacts[]): Violation | null {
  if (!need) return null
  const { amount: expected, baseUnit } = need
  const broken = (position: PositionFacts) => {
    const observed = baseAmount(position.required, position)
    if (!observed || baseUnitOf(position.uom) !== baseUnit) return null
    return isWithin(observed, expected, baseUnit, defaultTolerance) ? null : { observed, expected }
  }
  const inputs = (differing: readonly PositionFacts[]) => [
    ...inputsOf(differing, 'required', 'uom'),
    ...need.inputs,
    ...(facts ? knownOf(facts, differing) : []),
  ]
  return amountViolation('required', ofSystem('erp', positions), broken, inputs, (position, { observed }) => ({
    observed: { label: `required of ${sourceName(position)}`, inputs: measuresOf(position, 'required') },
    expected: { label: 'Required by open production' },
    leading: ([, uom]) => needSteps(need, uom),
    allowed: allowedDifference(observed, expected, baseUnit, defaultTolerance),
  }))
}
