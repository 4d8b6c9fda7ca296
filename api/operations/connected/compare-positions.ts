import type {
  MaterialFactoryPosition,
  Measure,
  PositionComparison,
  PositionDifference,
} from '../../../schemas/connected.ts'
import {
  absolute,
  compare,
  divide,
  exactDecimal,
  multiply,
  type Quantity,
  quantity,
  ratio,
  roundedDecimal,
  subtract,
} from '../../../schemas/quantity.ts'
import { inBaseUnit, isWithin, type Tolerance } from '../../../schemas/tolerance.ts'
import { baseUnitOf } from '../../../schemas/units.ts'

/** What to compare at one pair; `positions` are those of some of the systems, one a system. */
export interface Comparing {
  positions: readonly MaterialFactoryPosition[]
  systems: readonly string[]
  measures: readonly Measure[]
  tolerance: Tolerance
}

type Compared = Pick<PositionComparison, 'differences' | 'verdict' | 'warnings'>
type Position = MaterialFactoryPosition | undefined
type Unit = MaterialFactoryPosition['uom']

/** Whose word counts for a measure, when it is among the systems: physical stock is counted, orders are written. */
const physical = ['wms', 'factory_portal']
const authorities: Record<Measure, readonly string[]> = {
  onHand: physical,
  qualityHold: physical,
  allocated: physical,
  available: physical,
  inTransit: ['erp'],
  onOrder: ['erp'],
  required: ['erp'],
  projected: ['erp'],
}

/**
 * Compares what systems say, each measure of each system with that of its baseline, in base units and exactly. The verdict
 * is the most telling one: mismatch, else not_comparable, else missing, else within_tolerance, else match.
 */
export function comparePositions({ positions, systems, measures, tolerance }: Comparing): Compared {
  const bySystem = new Map(positions.map((position) => [position.system, position]))
  const differences = measures.flatMap((measure) => {
    const baseline = authorities[measure].find((system) => systems.includes(system)) ?? systems[0] ?? ''
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
  const [before, after] = [amountOf(a, measure), amountOf(b, measure)]
  const uom = isComparable ? (before?.unit ?? after?.unit ?? null) : null
  const textOf = (amount: typeof before, of: Position) => (isComparable ? decimal(amount) : (of?.[measure] ?? null))
  const shown = {
    measure,
    ...{ baselineSystem: baseline.system, baseline: textOf(before, a), otherSystem, other: textOf(after, b) },
    ...{ delta: null, deltaPercent: null, uom, withinTolerance: null },
  }
  if (!isComparable || !before || !after) return { shown, isComparable }
  return { shown: { ...shown, ...measured(before, after, tolerance) }, isComparable }
}

interface Amount {
  amount: Quantity
  unit: Unit
}

function measured(before: Amount, after: Amount, tolerance: Tolerance) {
  const delta = subtract(after.amount, before.amount)
  const size = absolute(before.amount)
  const percent = size.numerator === 0n ? null : divide(multiply(delta, ratio(100n)), size)
  return {
    delta: exactDecimal(delta),
    deltaPercent: percent && roundedDecimal(percent, 4),
    withinTolerance: isWithin(before.amount, after.amount, before.unit, tolerance),
  }
}

function amountOf(position: Position, measure: Measure): Amount | null {
  const value = position?.[measure] ?? null
  return position && value !== null ? inBaseUnit(quantity(value), position.uom) : null
}

function decimal(of: Amount | null): string | null {
  return of && exactDecimal(of.amount)
}

function verdictOf(differences: readonly Difference[]): PositionComparison['verdict'] {
  if (differences.some(({ shown }) => shown.withinTolerance === false)) return 'mismatch'
  if (differences.some(({ isComparable }) => !isComparable)) return 'not_comparable'
  if (differences.some(({ shown }) => shown.withinTolerance === null)) return 'missing'
  return differences.every(({ shown }) => isEqual(shown)) ? 'match' : 'within_tolerance'
}

/** Where a difference has no exact decimal, it is not 0. */
function isEqual({ delta }: PositionDifference): boolean {
  return delta !== null && compare(quantity(delta), ratio(0n)) === 0
}

function warningsOf(positions: readonly MaterialFactoryPosition[]): PositionComparison['warnings'] {
  const warnings: PositionComparison['warnings'] = []
  if (positions.some(({ freshness }) => freshness.status === 'stale')) warnings.push('stale_source')
  if (positions.some(({ uom }) => baseUnitOf(uom) !== uom)) warnings.push('uom_converted')
  return warnings
}
