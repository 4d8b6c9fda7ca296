import type { Direction, RelationshipType } from '@tenant-data/client'
import type { GraphEdge, GraphNode, Neighbourhood } from '../neighbourhood/neighbourhood.ts'
import type { Drawn, DrawnLink } from './fold.ts'

/** How a node was reached: by a relationship with a node of an earlier column. */
export interface Reached {
  parent: string
  type: RelationshipType
  direction: Direction
  hop: number
}

/** All ways in which each node was reached from an earlier column. */
export type Ways = ReadonlyMap<string, readonly Reached[]>

/** The ways in which each node was reached, in the order of the relationships. */
export function waysOf({ nodes, edges }: Pick<Neighbourhood, 'nodes' | 'edges'>): Ways {
  const ways = new Map<string, Reached[]>()
  for (const edge of edges.values()) {
    const way = wayBy(edge, nodes)
    if (way === null) continue
    const { child, ...reached } = way
    ways.set(child.id, [...(ways.get(child.id) ?? []), reached])
  }
  return ways
}

/** How a relationship leads from one column to a later one. Null if its ends are in the same column. */
export function wayBy(
  { type, from, to }: GraphEdge,
  nodes: Neighbourhood['nodes'],
): (Reached & { child: GraphNode }) | null {
  const [start, end] = [nodes.get(from), nodes.get(to)]
  if (start === undefined || end === undefined || start.hop === end.hop) return null
  const isOutgoing = start.hop < end.hop
  const [parent, child] = isOutgoing ? [start, end] : [end, start]
  return { parent: parent.id, type, direction: isOutgoing ? 'outgoing' : 'incoming', hop: child.hop, child }
}

/** The key that all nodes which were reached in the same way share. */
export function keyOf({ parent, type, direction }: Pick<Reached, 'parent' | 'type' | 'direction'>): string {
  return `${parent}.${type}.${direction}`
}

/** The way from the first node that is drawn. Null if none is drawn. */
export function firstDrawn(ways: readonly Reached[], places: ReadonlyMap<string, number>): Reached | null {
  const drawn = ways.filter(({ parent }) => places.has(parent))
  return drawn.sort((a, b) => compareWays(a, b, places))[0] ?? null
}

/** Compares by the position of the parent, then by type. */
export function compareWays(a: Reached, b: Reached, places: ReadonlyMap<string, number>): number {
  const byParent = (places.get(a.parent) ?? 0) - (places.get(b.parent) ?? 0)
  return byParent || a.type.localeCompare(b.type) || b.direction.localeCompare(a.direction)
}

/** The drawn item for each node: itself, or the box that contains it or through which it is reached. */
export function standInsOf({ nodes }: Neighbourhood, drawn: readonly Drawn[], ways: Ways): Map<string, string> {
  const places = new Map(drawn.map(({ id }, place) => [id, place]))
  const standIns = new Map<string, string>()
  for (const { id } of [...nodes.values()].sort((a, b) => a.hop - b.hop)) {
    const own = ways.get(id) ?? []
    const reached = firstDrawn(own, places)
    const behind = own[0] && standIns.get(own[0].parent)
    const standIn = places.has(id) ? id : reached ? keyOf(reached) : behind
    if (standIn !== undefined) standIns.set(id, standIn)
  }
  return standIns
}

/** The relationships between drawn items, grouped by pair. A relationship within a box is not drawn. */
export function linksOf(
  { edges }: Neighbourhood,
  drawn: readonly Drawn[],
  standIns: ReadonlyMap<string, string>,
): DrawnLink[] {
  const hops = new Map(drawn.map(({ id, hop }) => [id, hop]))
  const links = new Map<string, { a: string; b: string; edges: GraphEdge[]; toA: boolean; toB: boolean }>()
  for (const edge of edges.values()) {
    const [from, to] = [standIns.get(edge.from), standIns.get(edge.to)]
    if (from === undefined || to === undefined || (from === to && edge.from !== edge.to)) continue
    const [a, b] = (hops.get(from) ?? 0) <= (hops.get(to) ?? 0) ? [from, to] : [to, from]
    const pair = [a, b].sort().join(' ')
    const link = links.get(pair) ?? { a, b, edges: [], toA: false, toB: false }
    link.edges.push(edge)
    if (to === link.b) link.toB = true
    else link.toA = true
    links.set(pair, link)
  }
  return [...links.values()]
}
