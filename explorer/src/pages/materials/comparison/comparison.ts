import type {
  CompareMaterialPositionsInput,
  PositionComparison,
  PositionDifference,
  PositionEnd,
  Verdict,
} from '@tenant-data/client'
import type { MaterialsSearch } from '../materials-search.ts'

/** One measure of one system against its baseline, at one pair. */
export interface DifferenceRow {
  key: string
  material: PositionEnd
  factory: PositionEnd
  difference: PositionDifference
  /** That of both, or where they cannot be compared each its own. */
  baselineUnit: string | null
  otherUnit: string | null
  verdict: Verdict
}

/** What a comparison found, a row each. */
export function differenceRows({ material, factory, positions, differences }: PositionComparison): DifferenceRow[] {
  const unitOf = (system: string) => positions.find((position) => position.system === system)?.uom ?? null
  return differences.map((difference) => {
    const { measure, baselineSystem, otherSystem, uom } = difference
    return {
      key: [material.id ?? material.code, factory.id ?? factory.code, measure, otherSystem].join(' '),
      material,
      factory,
      difference,
      baselineUnit: uom ?? unitOf(baselineSystem),
      otherUnit: uom ?? unitOf(otherSystem),
      verdict: verdictOf(difference),
    }
  })
}

/**
 * The verdict of the API for a pair, of one difference alone. What is known of both dimensions has no unit in common, and a
 * difference that has no decimal is not 0.
 */
function verdictOf({ baseline, other, uom, delta, withinTolerance }: PositionDifference): Verdict {
  if (withinTolerance === null) {
    const isKnown = baseline !== null || other !== null
    return isKnown && uom === null ? 'not_comparable' : 'missing'
  }
  if (!withinTolerance) return 'mismatch'
  return delta === '0' ? 'match' : 'within_tolerance'
}

type Tolerance = CompareMaterialPositionsInput['tolerance']

/** The base units that an absolute tolerance can be given for, and what it is unless given, as the contract says. */
export const absoluteTolerances = { MTR: '1', KGM: '0.5', MTK: '0', EA: '0' } as const
export const percentTolerance = '1'
export const toleranceUnits = Object.keys(absoluteTolerances) as (keyof typeof absoluteTolerances)[]

/**
 * The tolerance of an address; undefined where it is that of the contract. One absolute that is given would put all others
 * to 0: what the form shows for them is given with it.
 */
export function toleranceOf(search: MaterialsSearch): Tolerance {
  const { percent } = search
  const given = toleranceUnits.some((unit) => search[unit] !== undefined)
  if (percent === undefined && !given) return undefined
  const absolute = Object.fromEntries(toleranceUnits.map((unit) => [unit, search[unit] ?? absoluteTolerances[unit]]))
  return { ...(percent !== undefined && { percent }), ...(given && { absolute }) }
}
