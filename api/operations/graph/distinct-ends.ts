import type { RelationshipStop } from '../../../schemas/graph/entities.ts'
import type { LinkStep } from './list-neighbourhood.ts'
import type { Found } from './neighbourhood.ts'

type Edge = Found<LinkStep>

/**
 * An entity at the far end of edges: the first edge that leads to it, which has the fewest hops, and the number of
 * edges that do.
 */
export interface DistinctEnd {
  edge: Edge
  links: number
}

/** The entities at the far ends of edges, each once, in the order of the edges. The root itself is left out. */
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

/** Returns a function that gives the shortest path from the root to the far end of an edge, including that edge. */
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
