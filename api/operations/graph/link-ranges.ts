import type { LinkRange, LinkRow } from '../../../cypher/graph/read-graph.ts'
import type { Direction } from '../../../schemas/graph/entities.ts'
import type { RelationshipType } from '../../../schemas/graph/link-types.ts'

/** The filters of relationships; an absent filter matches all. */
export interface LinkFilters {
  direction?: Direction | undefined
  relationshipType?: readonly RelationshipType[] | undefined
}

/** A position in the order of one node's relationships: by sort key, which is `TYPE/id`, then by direction. */
export type LinkPosition = Pick<LinkRow, 'sortKey' | 'direction'>

/** Sorts after every sort key. `0` sorts after `/`, so `TYPE0` sorts after every key of a type. */
const END = '~'

/**
 * The index ranges with the relationships of a node after a position, one list per direction. Incoming relationships
 * come before outgoing ones. So a relationship that joins the node with itself may follow as outgoing after it was
 * returned as incoming.
 */
export function linkRanges(
  nodeId: string,
  { direction, relationshipType }: LinkFilters,
  after?: LinkPosition,
): Record<Direction, LinkRange[]> {
  const ranges = relationshipType?.map((type) => ({ start: `${type}/`, end: `${type}0` })) ?? [{ start: '', end: END }]
  const rangesOf = (wanted: Direction) => {
    if (direction && direction !== wanted) return []
    const first = after === undefined ? '' : firstKeyAfter(after, wanted)
    const ahead = ranges.map(({ start, end }) => ({ nodeId, start: start > first ? start : first, end }))
    return ahead.filter(({ start, end }) => start < end)
  }
  return { outgoing: rangesOf('outgoing'), incoming: rangesOf('incoming') }
}

function firstKeyAfter({ sortKey, direction }: LinkPosition, wanted: Direction): string {
  return wanted > direction ? sortKey : `${sortKey}\u0000`
}

/** The order of one node's relationships. It is the same as that of the index, because the keys are ASCII. */
export function compareLinks(a: LinkPosition, b: LinkPosition): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1
  return a.direction === b.direction ? 0 : a.direction < b.direction ? -1 : 1
}
