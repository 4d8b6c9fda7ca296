/** What the walk has to know of an edge at the node from which it is seen. */
export interface Step {
  edgeId: string
  farId: string
  farListed: boolean
}

export interface Found<S extends Step> {
  hop: number
  nearId: string
  step: S
}

export interface Neighbourhood<S extends Step> {
  /** Each edge once, by (hop, nearer end's id, the order of its steps). */
  found: Found<S>[]
  /** Nodes of which not all edges are in `found`, or that were not looked at because there were too many; by id. */
  cut: string[]
}

export interface Bounds {
  depth: number
  /** Edges that are looked at of one node. */
  perNode: number
  inAll: number
  /** Nodes that are read at once. */
  atOnce: number
}

/** Reads the steps of nodes in their order, up to `most` of each. */
export type ReadSteps<S extends Step> = (nodeIds: readonly string[], most: number) => Promise<Map<string, S[]>>

/**
 * Walks a bounded neighbourhood breadth first, each hop in the order of the nodes' ids, so that the same graph gives the
 * same answer. An edge belongs to the first node from which it is seen; unpublished nodes are endpoints, and not walked through.
 */
export async function walkNeighbourhood<S extends Step>(
  root: string,
  bounds: Bounds,
  read: ReadSteps<S>,
): Promise<Neighbourhood<S>> {
  const walk = { ...bounds, found: [] as Found<S>[], cut: new Set<string>(), edges: new Set<string>() }
  const reached = new Set([root])
  let nodes = [root]
  for (let hop = 1; hop <= bounds.depth; hop++) {
    const before = walk.found.length
    for (let at = 0; at < nodes.length; at += bounds.atOnce) {
      const chunk = nodes.slice(at, at + bounds.atOnce)
      const steps = isFull(walk) ? new Map<string, S[]>() : await read(chunk, bounds.perNode + 1)
      for (const nearId of chunk) expand(walk, hop, nearId, steps.get(nearId) ?? [])
    }
    nodes = newNodes(walk.found.slice(before), reached)
  }
  return { found: walk.found, cut: [...walk.cut].sort() }
}

interface Walk<S extends Step> extends Bounds {
  found: Found<S>[]
  cut: Set<string>
  edges: Set<string>
}

function isFull({ found, inAll }: Pick<Walk<Step>, 'found' | 'inAll'>): boolean {
  return found.length >= inAll
}

function expand<S extends Step>(walk: Walk<S>, hop: number, nearId: string, steps: S[]): void {
  if (isFull(walk) || steps.length > walk.perNode) walk.cut.add(nearId)
  for (const step of steps.slice(0, walk.perNode)) {
    if (walk.edges.has(step.edgeId)) continue
    if (isFull(walk)) {
      walk.cut.add(nearId)
      return
    }
    walk.edges.add(step.edgeId)
    walk.found.push({ hop, nearId, step })
  }
}

/** The listed far ends that were not reached before, by id. */
function newNodes<S extends Step>(found: Found<S>[], reached: Set<string>): string[] {
  const fresh = new Set<string>()
  for (const { step } of found) if (step.farListed && !reached.has(step.farId)) fresh.add(step.farId)
  for (const id of fresh) reached.add(id)
  return [...fresh].sort()
}
