import { authoritiesOf } from '../../../domain/materials/field-authority.ts'
import { exactAmounts } from '../../../domain/quantities/exact-amounts.ts'
import {
  absolute,
  compare,
  divide,
  multiply,
  type Quantity,
  quantity,
  ratio,
  roundedDecimal,
  subtract,
} from '../../../domain/quantities/quantity.ts'
import { inBaseUnit, isWithin, type Tolerance } from '../../../domain/quantities/tolerance.ts'
import { baseUnitOf } from '../../../domain/quantities/units.ts'
import type {
  MaterialFactoryPosition,
  Measure,
  PositionComparison,
  PositionDifference,
} from '../../../schemas/materials/positions.ts'

/** The input for one pair of material and factory. `positions` has at most one position per system. */
export interface ComparisonInput {
  positions: readonly MaterialFactoryPosition[]
  systems: readonly string[]
  measures: readonly Measure[]
  tolerance: Tolerance
}

type Compared = Pick<PositionComparison, 'differences' | 'verdict' | 'warnings'>
type Position = MaterialFactoryPosition | undefined
type Unit = MaterialFactoryPosition['uom']

/**
 * Compares the positions of systems. Each measure is compared with that of the baseline, exactly and in base units. The
 * verdict is the first of these that applies: mismatch, not_comparable, missing, match, within_tolerance.
 */
export function comparePositions({ positions, systems, measures, tolerance }: ComparisonInput): Compared {
  const bySystem = new Map(positions.map((position) => [position.system, position]))
  const differences = measures.flatMap((measure) => {
    const baseline = authoritiesOf(measure).find((system) => systems.includes(system)) ?? systems[0] ?? ''
    const others = systems.filter((system) => system !== baseline)
    return others.map((other) =>
      differenceOf(
        measure,
        { system: baseline, position: bySystem.get(baseline) },
        bySystem.get(other),
        other,
        tolerance,
      ),
    )
  })
  const used = systems.flatMap((system) => bySystem.get(system) ?? [])
  return {
    differences: differences.map(({ shown }) => shown),
    verdict: verdictOf(differences),
    warnings: warningsOf(used),
  }
}

interface Difference {
  shown: PositionDifference
  isComparable: boolean
}

function differenceOf(
  measure: Measure,
  baseline: { system: string; position: Position },
  position: Position,
  otherSystem: string,
  tolerance: Tolerance,
): Difference {
  const [a, b] = [baseline.position, position]
  const isComparable = !a || !b || baseUnitOf(a.uom) === baseUnitOf(b.uom)
  const endpoints = { measure, baselineSystem: baseline.system, otherSystem }
  const unknown = { delta: null, deltaPercent: null, uom: null, withinTolerance: null }
  if (!isComparable) {
    const [before, after] = [a?.[measure] ?? null, b?.[measure] ?? null]
    return { shown: { ...endpoints, baseline: before, other: after, ...unknown }, isComparable }
  }
  const [before, after] = [amountOf(a, measure), amountOf(b, measure)]
  if (before && after) return { shown: { ...endpoints, ...measured(before, after, tolerance) }, isComparable }
  const known = before ?? after
  const { texts, unit } = known ? exactAmounts([known.amount], known.base, [known.unit]) : { texts: [null], unit: null }
  const [text = null] = texts
  const sides = { baseline: before && text, other: after && text }
  return { shown: { ...endpoints, ...sides, ...unknown, uom: unit }, isComparable }
}

/** An amount in the base unit of its dimension, and the unit in which the source sent it. */
interface Amount {
  amount: Quantity
  base: Unit
  unit: Unit
}

function measured(before: Amount, after: Amount, tolerance: Tolerance) {
  const delta = subtract(after.amount, before.amount)
  const size = absolute(before.amount)
  const percent = size.numerator === 0n ? null : divide(multiply(delta, ratio(100n)), size)
  const amounts = [before.amount, after.amount, delta]
  const { texts, unit } = exactAmounts(amounts, before.base, [before.unit, after.unit])
  const [baseline = null, other = null, difference = null] = texts
  return {
    baseline,
    other,
    delta: difference,
    deltaPercent: percent && roundedDecimal(percent, 4),
    uom: unit,
    withinTolerance: isWithin(before.amount, after.amount, before.base, tolerance),
  }
}

function amountOf(position: Position, measure: Measure): Amount | null {
  const value = position?.[measure] ?? null
  if (!position || value === null) return null
  const { amount, unit: base } = inBaseUnit(quantity(value), position.uom)
  return { amount, base, unit: position.uom }
}

function verdictOf(differences: readonly Difference[]): PositionComparison['verdict'] {
  if (differences.some(({ shown }) => shown.withinTolerance === false)) return 'mismatch'
  if (differences.some(({ isComparable }) => !isComparable)) return 'not_comparable'
  if (differences.some(({ shown }) => shown.withinTolerance === null)) return 'missing'
  return differences.every(({ shown }) => isEqual(shown)) ? 'match' : 'within_tolerance'
}

/** A delta is null if it has no exact decimal. Then it is not 0. */
function isEqual({ delta }: PositionDifference): boolean {
  return delta !== null && compare(quantity(delta), ratio(0n)) === 0
}

function warningsOf(positions: readonly MaterialFactoryPosition[]): PositionComparison['warnings'] {
  const warnings: PositionComparison['warnings'] = []
  if (positions.some(({ freshness }) => freshness.status === 'stale')) warnings.push('stale_source')
  if (positions.some(({ uom }) => baseUnitOf(uom) !== uom)) warnings.push('uom_converted')
  return warnings
}
