import type { PositionComparison, PositionDifference, PositionEnd } from '@tenant-data/client'
import type { Verdict } from '../materials-search.ts'

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
export function verdictOf({ baseline, other, uom, delta, withinTolerance }: PositionDifference): Verdict {
  if (withinTolerance === null) {
    const isKnown = baseline !== null || other !== null
    return isKnown && uom === null ? 'not_comparable' : 'missing'
  }
  if (!withinTolerance) return 'mismatch'
  return delta === '0' ? 'match' : 'within_tolerance'
}
