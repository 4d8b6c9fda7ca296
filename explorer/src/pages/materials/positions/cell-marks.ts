import type { Measure, PositionComparison, PositionDifference } from '@tenant-data/client'

/** How an amount differs from what the best system says of it, or that baseline of the comparison one. */
export type CellMark =
  | { kind: 'outside' | 'within' | 'not_comparable'; difference: PositionDifference }
  | { kind: 'baseline' }

/** By position and measure. */
export type CellMarks = ReadonlyMap<string, CellMark>

/** The key of a cell. */
export const cellKey = (positionId: string, measure: string) => `${positionId} ${measure}`

/** Marks each amount that is not exactly that of its baseline, and the baseline of each that is marked. */
export function marksOf(comparisons: readonly PositionComparison[]): CellMarks {
  const marks = new Map<string, CellMark>()
  for (const { positions, differences } of comparisons) {
    const keyOf = (system: string, measure: Measure) =>
      cellKey(positions.find((position) => position.system === system)?.positionId ?? '', measure)
    for (const difference of differences) {
      const kind = kindOf(difference)
      if (kind === null) continue
      marks.set(keyOf(difference.otherSystem, difference.measure), { kind, difference })
      marks.set(keyOf(difference.baselineSystem, difference.measure), { kind: 'baseline' })
    }
  }
  return marks
}

/** Null where nothing differs, or one of both says nothing. A difference that has no decimal is a difference all the same. */
function kindOf({ withinTolerance, delta, baseline, other }: PositionDifference) {
  if (withinTolerance === null) return baseline !== null && other !== null ? 'not_comparable' : null
  if (!withinTolerance) return 'outside'
  return delta === '0' ? null : 'within'
}
