import type { Direction, RelationshipType } from '@tenant-data/client'
import { formatCode, formatCount } from '../../format/format-count.ts'

/** A type of relationship as it is seen from one of its ends: `Uses material →`, `← Uses material`. */
export function relationshipText(type: RelationshipType | null, direction: Direction): string {
  if (type === null) return 'Intermediate'
  return direction === 'outgoing' ? `${formatCode(type)} →` : `← ${formatCode(type)}`
}

/** Several relationships of a pair in a line each, with how many there are: `Uses material: 3`. */
export function relationshipCounts(types: readonly RelationshipType[]): string {
  const counts = Map.groupBy(types, (type) => type)
  return [...counts].map(([type, all]) => `${formatCode(type)}: ${all.length}`).join('\n')
}

/** What an expansion brings, before it does. */
export function gainText({
  entities,
  relationships,
  hasMore,
}: {
  entities: number
  relationships: number
  hasMore: boolean
}): string {
  const least = hasMore ? 'at least ' : ''
  if (entities > 0) return `${least}${formatCount(entities, 'more entity', 'more entities')}`
  return `${least}${formatCount(relationships, 'more relationship')}`
}
