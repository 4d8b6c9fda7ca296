import type { Drawn, DrawnLink } from './fold.ts'
import type { GraphEdge, Neighbourhood } from './neighbourhood.ts'
import { firstDrawn, keyOf, type Ways } from './reached.ts'

/** For each node what is drawn of it: itself, or the box that it is in or behind. */
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

/** The relationships between what is drawn, those of a pair together; a relationship inside a box is not drawn. */
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
