import type { EntityType, Relationship, RelationshipEnd } from '@tenant-data/client'

/** The ends of a relationship, as seen from the entity from which it was found. */
export function nearAndFar({ direction, from, to }: Relationship): { near: RelationshipEnd; far: RelationshipEnd } {
  return direction === 'outgoing' ? { near: from, far: to } : { near: to, far: from }
}

/**
 * The rows of a traversal that end at an entity of one type, and the rows of all shortest paths that lead there from the
 * center. So each of these entities is connected to the center. Rows are ordered by hop.
 */
export function rowsTowards(root: string, rows: readonly Relationship[], to: EntityType): Relationship[] {
  const hops = new Map<string, number>()
  const kept: Relationship[] = []
  // From the last hop to the first, an entity is known to be on the way before the rows that lead to it.
  for (const row of rows.toReversed()) {
    const { near, far } = nearAndFar(row)
    if (far.type !== to && hops.get(far.id) !== row.hop) continue
    kept.push(row)
    if (near.id !== root) hops.set(near.id, row.hop - 1)
  }
  return kept.reverse()
}
