/** The indexes of the two compared snapshots in a list from the oldest to the newest. */
export interface Pair {
  from: number
  to: number
}
export type Side = keyof Pair

/**
 * Moves one of the two snapshots to another index. If it passes the other one, the two swap sides, because a comparison
 * goes from the older to the newer snapshot.
 */
export function choosePair(pair: Pair, side: Side, place: number): Pair {
  const { from, to }: Pair = { ...pair, [side]: place }
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Moves both indexes by the same number of steps. Null if one would leave the list. */
export function movePair({ from, to }: Pair, steps: number, count: number): Pair | null {
  const moved = { from: from + steps, to: to + steps }
  return moved.from < 0 || moved.to >= count ? null : moved
}

/** The share of the length that is distributed evenly, so that no two points touch. The rest follows the times. */
const EVEN = 0.7
/** Every fifth point has a date, counted from the newest. */
const LABEL_EVERY = 5

/**
 * The positions of times on a line, from 0 to 1, the oldest first. A longer time between two points makes a wider gap.
 */
export function placePoints(times: readonly number[]): number[] {
  const steps = times.length - 1
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const span = last - first
  return times.map((time, at) => {
    if (steps === 0) return 1
    const evenly = at / steps
    return span === 0 ? evenly : EVEN * evenly + (1 - EVEN) * ((time - first) / span)
  })
}

/** Whether a point shows its date: every fifth one, and the oldest if the next date is not too close. */
export function isLabelled(at: number, count: number): boolean {
  const fromNewest = count - 1 - at
  if (fromNewest % LABEL_EVERY === 0) return true
  return at === 0 && (fromNewest < LABEL_EVERY || fromNewest % LABEL_EVERY >= 3)
}
