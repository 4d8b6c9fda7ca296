import type { ExceptionCode, ExceptionSeverity } from '../../../schemas/materials/exceptions.ts'
import type { Brand } from '../../brand.ts'
import { sourceArticle } from '../../graph/materials/material-links.ts'
import { at } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { draw } from '../../graph/values/hash.ts'
import { otherUnits } from '../amounts.ts'
import type { Pair, Plan } from '../plan.ts'
import { isApproved, type Position, soundPositions, systemsOf } from '../systems/position.ts'
import * as spoil from './spoil.ts'

/**
 * A fault in the positions of a pair, and the one exception that it causes. It applies to `perMillion` of all sound
 * positions, but at least to `least`, and only to pairs that it `fits`.
 */
export type Fault = {
  readonly code: ExceptionCode
  readonly perMillion: number
  readonly least: number
  readonly measure: string | null
  readonly severity: (brand: Brand, pair: Pair) => ExceptionSeverity
  readonly fits: (brand: Brand, pair: Pair) => boolean
  readonly positions: (brand: Brand, pair: Pair) => Position[]
}

const always = (severity: ExceptionSeverity) => () => severity

const isSeenTwice = (_: Brand, pair: Pair): boolean => systemsOf(pair).length > 1

const requires = (_: Brand, { required }: Pair): boolean => required !== null && required >= 40 * ONE

function hasStock(brand: Brand, pair: Pair): boolean {
  return at(soundPositions(brand, pair), 0).amounts.onHand >= 40 * ONE
}

const uomOf = (brand: Brand, pair: Pair): string => at(soundPositions(brand, pair), 0).uom

/** Rare faults are first, so that enough pairs are left for each. */
export const faults: readonly Fault[] = [
  {
    code: 'UOM_INCOMPATIBLE',
    perMillion: 1_000,
    least: 1,
    measure: null,
    severity: always('critical'),
    fits: isSeenTwice,
    positions: spoil.inOtherDimension,
  },
  {
    code: 'STATUS_CONFLICT',
    perMillion: 3_000,
    least: 1,
    measure: 'onOrder',
    severity: always('high'),
    fits: (brand, { material }) => !isApproved(brand, material),
    positions: spoil.orderedAnyway,
  },
  {
    code: 'FUTURE_TIMESTAMP',
    perMillion: 600,
    least: 2,
    measure: null,
    severity: always('low'),
    fits: isSeenTwice,
    positions: spoil.datedLater,
  },
  {
    code: 'SHORTAGE',
    perMillion: 1_000,
    least: 2,
    measure: 'projected',
    severity: always('high'),
    fits: requires,
    positions: spoil.notEnough,
  },
  {
    code: 'OVER_ALLOCATED',
    perMillion: 1_000,
    least: 2,
    measure: 'allocated',
    severity: always('medium'),
    fits: hasStock,
    positions: spoil.reservedTwice,
  },
  {
    code: 'EXCESS_LIABILITY',
    perMillion: 1_000,
    least: 2,
    measure: 'liabilityQuantity',
    severity: always('low'),
    fits: () => true,
    positions: spoil.leftOver,
  },
  {
    code: 'REQUIREMENT_MISMATCH',
    perMillion: 1_000,
    least: 2,
    measure: 'required',
    severity: always('high'),
    fits: requires,
    positions: spoil.plannedWithMore,
  },
  {
    code: 'NEGATIVE_ON_HAND',
    perMillion: 2_000,
    least: 1,
    measure: 'onHand',
    severity: always('high'),
    fits: () => true,
    positions: spoil.belowZero,
  },
  {
    code: 'UOM_MISMATCH',
    perMillion: 4_000,
    least: 1,
    measure: null,
    severity: always('medium'),
    fits: (brand, pair) => isSeenTwice(brand, pair) && Object.hasOwn(otherUnits, uomOf(brand, pair)),
    positions: spoil.inOtherUnits,
  },
  {
    code: 'MPN_MISMATCH',
    perMillion: 5_000,
    least: 1,
    measure: null,
    severity: always('medium'),
    fits: (brand, { material }) => sourceArticle(brand, material, 0) !== null,
    positions: spoil.formerArticle,
  },
  {
    code: 'SUPPLIER_MISMATCH',
    perMillion: 5_000,
    least: 1,
    measure: null,
    severity: always('medium'),
    fits: () => true,
    positions: spoil.fromStranger,
  },
  {
    code: 'MISSING_IN_ERP',
    perMillion: 8_000,
    least: 1,
    measure: null,
    severity: always('high'),
    fits: (brand, { material }) => isApproved(brand, material),
    positions: spoil.withoutErp,
  },
  {
    code: 'QUANTITY_MISMATCH',
    perMillion: 20_000,
    least: 1,
    measure: 'onHand',
    severity: (brand, pair) => (spoil.isFarOff(brand, pair) ? 'high' : 'medium'),
    fits: (brand, pair) => isSeenTwice(brand, pair) && hasStock(brand, pair),
    positions: spoil.countedLess,
  },
]

/** The number of positions with a fault: the rounded rate, but at least the minimum. */
export function countAt(positions: number, { perMillion, least }: Pick<Fault, 'perMillion' | 'least'>): number {
  return Math.max(least, Math.trunc((positions * perMillion + 500_000) / 1_000_000))
}

/** The number of positions without any fault. */
export const soundCount = ({ pairs }: Plan): number => pairs.reduce((sum, pair) => sum + systemsOf(pair).length, 0)

/** The fault of each pair that has one, drawn by the pair's own hash. */
export function faultsOf(plan: Plan): ReadonlyMap<Pair, Fault> {
  const chosen = new Map<Pair, Fault>()
  const positions = soundCount(plan)
  for (const fault of faults) {
    const fit = plan.pairs
      .filter((pair) => !chosen.has(pair) && fault.fits(plan.brand, pair))
      .map((pair) => ({ pair, rank: draw(pair.hash, fault.code) }))
      .sort((one, other) => one.rank - other.rank)
    for (const { pair } of fit.slice(0, countAt(positions, fault))) chosen.set(pair, fault)
  }
  return chosen
}
