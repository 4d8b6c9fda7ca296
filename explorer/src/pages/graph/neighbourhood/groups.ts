import type { Direction, RelationshipType } from '@tenant-data/client'
import { countOfType } from '../../../format/nouns.ts'
import { relationshipText } from '../graph-text.ts'
import { keyOf, wayBy } from '../picture/ways.ts'
import type { GraphEdge, GraphNode, Neighbourhood } from './neighbourhood.ts'

/** The nodes that one node reaches by one type of relationship. The picture draws some of them as a box. */
export interface Group {
  /** The key of its box. */
  key: string
  parent: GraphNode
  type: RelationshipType
  direction: Direction
  /** Each once. */
  members: readonly GraphNode[]
  /** All relationships with the members. */
  edges: readonly GraphEdge[]
}

/** The groups of a neighborhood with several members, in the order of the relationships. */
export function groupsOf({ nodes, edges }: Neighbourhood): Group[] {
  const ways = [...edges.values()].flatMap((edge) => {
    const way = wayBy(edge, nodes)
    return way === null ? [] : [{ ...way, edge, key: keyOf(way) }]
  })
  return [...Map.groupBy(ways, ({ key }) => key)].flatMap(([key, own]) => {
    const [first] = own
    const parent = first && nodes.get(first.parent)
    const members = [...new Map(own.map(({ child }) => [child.id, child])).values()]
    if (first === undefined || parent === undefined || members.length < 2) return []
    const { type, direction } = first
    return [{ key, parent, type, direction, members, edges: own.map(({ edge }) => edge) }]
  })
}

/** The title of a group: `14 SKUs of QM27-0113 Tee (Has SKU →)`. */
export function groupText({ parent, type, direction, members }: Group): string {
  const types = members.map((member) => member.type)
  const parentLabel = parent.label ?? 'No name'
  return `${countOfType(members.length, types)} of ${parentLabel} (${relationshipText(type, direction)})`
}
