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
