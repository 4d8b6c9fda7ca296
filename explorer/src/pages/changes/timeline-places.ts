/** The places of the two snapshots that are compared, in a list with the oldest first. */
export interface Pair {
  from: number
  to: number
}
export type Side = keyof Pair

/**
 * Moves one of the two to another place. When it passes the other, they change roles, because a comparison goes from the
 * older to the newer.
 */
export function choosePair(pair: Pair, side: Side, place: number): Pair {
  const { from, to }: Pair = { ...pair, [side]: place }
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Both moved by as many places; null where there is none. */
export function movePair({ from, to }: Pair, steps: number, count: number): Pair | null {
  const moved = { from: from + steps, to: to + steps }
  return moved.from < 0 || moved.to >= count ? null : moved
}

/** How much of the length is shared out evenly, so that no two points touch; the rest follows the times. */
const EVEN = 0.7
/** A date stands at every so many points, counted from the newest. */
const LABEL_EVERY = 5

/** Where points in time stand on a line, from 0 to 1, the oldest first: the longer the time between two, the wider. */
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

/** Whether a point has room for its date: every fifth does, and the oldest where the next date is not too near. */
export function isLabelled(at: number, count: number): boolean {
  const fromNewest = count - 1 - at
  if (fromNewest % LABEL_EVERY === 0) return true
  return at === 0 && (fromNewest < LABEL_EVERY || fromNewest % LABEL_EVERY >= 3)
}
