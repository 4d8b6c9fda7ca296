import type { Direction, Relationship, RelationshipOption, RelationshipType } from '@tenant-data/client'

export interface RelationshipCount {
  /** As in the address. */
  key: string
  type: RelationshipType
  direction: Direction
  count: number
  /** False when there are more, which were not counted. */
  isWhole: boolean
}

/** Names a type of relationship as seen from one of its ends. */
function relationshipKey({ type, direction }: Pick<RelationshipOption, 'type' | 'direction'>): string {
  return `${type}.${direction}`
}

/** The reverse, or null. */
export function optionOf(
  key: string | undefined,
  options: readonly RelationshipOption[],
): Pick<RelationshipOption, 'type' | 'direction'> | null {
  return options.find((option) => relationshipKey(option) === key) ?? null
}

/**
 * How many relationships of each type an entity has, by its first ones, which the API lists by type. A type that stands where
 * they end, or behind, is not whole.
 */
export function countRelationships(
  rows: readonly Relationship[],
  hasMore: boolean,
  options: readonly RelationshipOption[],
): RelationshipCount[] {
  const last = rows.at(-1)?.type
  return options.map(({ type, direction }) => ({
    key: relationshipKey({ type, direction }),
    type,
    direction,
    count: rows.filter((row) => row.type === type && row.direction === direction).length,
    isWhole: !hasMore || (last !== undefined && type < last),
  }))
}

/** A count as text; with a plus when there are more. */
export function countText({ count, isWhole }: Pick<RelationshipCount, 'count' | 'isWhole'>): string {
  return `${count.toLocaleString('en-GB')}${isWhole ? '' : '+'}`
}
