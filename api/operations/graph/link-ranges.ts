import type { LinkRange, LinkRow } from '../../../cypher/graph/read-graph.ts'
import type { Direction } from '../../../schemas/graph/entities.ts'
import type { RelationshipType } from '../../../schemas/graph/link-types.ts'

/** Which relationships are asked for: all when a filter is absent. */
export interface LinkFilters {
  direction?: Direction | undefined
  relationshipType?: readonly RelationshipType[] | undefined
}

/** A place in the order of one node's relationships: by sort key, which is `TYPE/id`, then by direction. */
export type LinkPosition = Pick<LinkRow, 'sortKey' | 'direction'>

/** Greater than every sort key, and than every one of a type: `0` follows `/`. */
const END = '~'

/**
 * The seeks that find the relationships of a node after a position, in each direction. Incoming comes before outgoing,
 * so after an incoming relationship the same one may follow as outgoing: it joins the node with itself.
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

/** The order of one node's relationships. Keys are ASCII, so that this order and the index's are the same. */
export function compareLinks(a: LinkPosition, b: LinkPosition): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1
  return a.direction === b.direction ? 0 : a.direction < b.direction ? -1 : 1
}
