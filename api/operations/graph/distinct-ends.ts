import type { RelationshipStop } from '../../../schemas/graph/entities.ts'
import type { LinkStep } from './list-neighbourhood.ts'
import type { Found } from './neighbourhood.ts'

type Edge = Found<LinkStep>

/** A farther end by the first edge that leads to it, which is one of the fewest hops, and how many lead there. */
export interface DistinctEnd {
  edge: Edge
  links: number
}

/** The farther ends of edges, each once, in the order of the edges; the node from which they were found is none. */
export function toEachEndOnce(root: string, edges: readonly Edge[]): DistinctEnd[] {
  const ends = new Map<string, DistinctEnd>()
  for (const edge of edges) {
    const { farId } = edge.step
    const known = ends.get(farId)
    if (known) known.links += 1
    else if (farId !== root) ends.set(farId, { edge, links: 1 })
  }
  return [...ends.values()]
}

/** Makes what tells the path to an edge and over it, from the node where the walk began: of the fewest hops. */
export function pathsTo(root: string, edges: readonly Edge[]): (edge: Edge) => RelationshipStop[] {
  const first = new Map<string, Edge>()
  for (const edge of edges)
    if (edge.step.farId !== root && !first.has(edge.step.farId)) first.set(edge.step.farId, edge)
  const pathTo = (edge: Edge): RelationshipStop[] => {
    const { nearId, nearLabel, farId, farLabel } = edge.step.link
    const before = nearId === root ? undefined : first.get(nearId)
    return [...(before ? pathTo(before) : [{ id: nearId, label: nearLabel }]), { id: farId, label: farLabel }]
  }
  return pathTo
}
