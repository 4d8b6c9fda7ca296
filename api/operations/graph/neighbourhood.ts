/** An edge, as seen from the node at its near end. */
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
  /** Each edge once, by (hop, ID of the near end, order of the steps). */
  found: Found<S>[]
  /** IDs of nodes whose edges are not all in `found`, or that were not read because there were too many. */
  cut: string[]
}

export interface Bounds {
  depth: number
  /** The most edges that are read per node. */
  perNode: number
  inAll: number
  /** The number of nodes that one query reads. */
  atOnce: number
}

/** Reads the edges of nodes in their order, at most `most` per node. */
export type ReadSteps<S extends Step> = (nodeIds: readonly string[], most: number) => Promise<Map<string, S[]>>

/**
 * Traverses a bounded neighborhood breadth first. Each hop is in the order of the node IDs, so the result is the same
 * for the same graph. An edge belongs to the first node from which it is seen. Unpublished nodes can be endpoints, but
 * the traversal does not pass through them.
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

/** The published entities at the far ends that were not reached before, by ID. */
function newNodes<S extends Step>(found: Found<S>[], reached: Set<string>): string[] {
  const fresh = new Set<string>()
  for (const { step } of found) if (step.farListed && !reached.has(step.farId)) fresh.add(step.farId)
  for (const id of fresh) reached.add(id)
  return [...fresh].sort()
}
