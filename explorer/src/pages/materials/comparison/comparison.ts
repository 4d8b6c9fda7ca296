import type {
  CompareMaterialPositionsInput,
  PositionComparison,
  PositionDifference,
  PositionEnd,
  Verdict,
} from '@tenant-data/client'
import type { MaterialsSearch } from '../materials-search.ts'

/** The difference of one measure between one system and the baseline, for one pair of material and factory. */
export interface DifferenceRow {
  key: string
  material: PositionEnd
  factory: PositionEnd
  difference: PositionDifference
  /** The unit of both values, or of the baseline alone if the two units cannot be compared. */
  baselineUnit: string | null
  otherUnit: string | null
  verdict: Verdict
}

/** The differences of one compared pair, one row each. */
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
 * The verdict of the API, for one difference. Values without a common unit are `not_comparable`, and a difference that
 * has no exact decimal is not 0.
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

/** The base units that can have an absolute tolerance, with the default of the contract. */
export const absoluteTolerances = { MTR: '1', KGM: '0.5', MTK: '0', EA: '0' } as const
export const percentTolerance = '1'
export const toleranceUnits = Object.keys(absoluteTolerances) as (keyof typeof absoluteTolerances)[]

/**
 * The tolerance of a URL, or undefined for the default of the contract. If one absolute tolerance is sent, the API sets
 * the missing ones to 0, so this sends the values that the form shows for all of them.
 */
export function toleranceOf(search: MaterialsSearch): Tolerance {
  const { percent } = search
  const given = toleranceUnits.some((unit) => search[unit] !== undefined)
  if (percent === undefined && !given) return undefined
  const absolute = Object.fromEntries(toleranceUnits.map((unit) => [unit, search[unit] ?? absoluteTolerances[unit]]))
  return { ...(percent !== undefined && { percent }), ...(given && { absolute }) }
}
