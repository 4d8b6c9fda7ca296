import type { StoredPosition } from './pair.ts'

/** The position of each system and instance: that of the newest time, ties by id; by system and instance. */
export function newestPositions(positions: readonly StoredPosition[]): StoredPosition[] {
  const newest = new Map<string, StoredPosition>()
  for (const position of positions) {
    const place = `${position.system}/${position.instance}`
    const other = newest.get(place)
    if (!other || isNewer(position, other)) newest.set(place, position)
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, position]) => position)
}

function isNewer(a: StoredPosition, b: StoredPosition): boolean {
  return a.asOf > b.asOf || (a.asOf === b.asOf && a.positionId > b.positionId)
}
