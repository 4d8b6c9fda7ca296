import type { Direction, Relationship, RelationshipOption, RelationshipType } from '@tenant-data/client'
import { formatNumber } from '../../../format/numbers.ts'

export interface RelationshipCount {
  /** The type and direction in the URL. */
  key: string
  type: RelationshipType
  direction: Direction
  count: number
  /** False if there are more relationships, which were not counted. */
  isWhole: boolean
}

/** The key of a type of relationship as seen from one end. */
function relationshipKey({ type, direction }: Pick<RelationshipOption, 'type' | 'direction'>): string {
  return `${type}.${direction}`
}

/** The type and direction of a key, or null. */
export function optionOf(
  key: string | undefined,
  options: readonly RelationshipOption[],
): Pick<RelationshipOption, 'type' | 'direction'> | null {
  return options.find((option) => relationshipKey(option) === key) ?? null
}

/**
 * Counts the relationships of an entity by type. The API returns them ordered by type, so the counts of the last type
 * and of those after it are incomplete if there are more.
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

/** A count as text, with a plus if there are more. */
export function countText({ count, isWhole }: Pick<RelationshipCount, 'count' | 'isWhole'>): string {
  return `${formatNumber(count)}${isWhole ? '' : '+'}`
}
