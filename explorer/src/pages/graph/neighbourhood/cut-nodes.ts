import type { Answer, GraphEdge, GraphNode } from './neighbourhood.ts'

/** The bounds of `listEntityRelationships` at depth 2 and 3: relationships of one entity, and in all. */
const bounds = { perNode: 50, inAll: 1000 }

interface Walked {
  root: string
  nodes: ReadonlyMap<string, GraphNode>
  edges: ReadonlyMap<string, GraphEdge>
  answer: Answer
  /** Whether rows were left out by the type of their farther end, so that nothing follows from those that are there. */
  isFiltered: boolean
}

/**
 * The nodes of which the API left relationships out. It names 50 of them at most; where there are more, all that its bounds
 * may have cut are taken: those with as many relationships as are looked at of one, and those behind the last that was
 * looked at.
 */
export function cutNodes(walked: Walked): { cut: Set<string>; unnamed: number } {
  const { root, nodes, answer, isFiltered } = walked
  const { count, nodes: named } = answer.truncated
  const cut = new Set(named)
  if (answer.depth === 1 && answer.hasMore) cut.add(root)
  if (count > named.length && !isFiltered) for (const id of maybeCut(walked)) cut.add(id)
  const shown = new Set([...cut].filter((id) => nodes.has(id)))
  const unnamed = Math.max(0, count - shown.size)
  return { cut: shown, unnamed }
}

function maybeCut({ nodes, edges, answer }: Walked): string[] {
  const degrees = new Map<string, number>()
  for (const { from, to } of edges.values()) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  const last = [...edges.values()].at(-1)
  const isFull = edges.size >= bounds.inAll
  return [...nodes.values()]
    .filter(({ id, hop, listed }) => {
      if (!listed || hop >= answer.depth) return false
      const isBehind = isFull && last !== undefined && (hop + 1 > last.hop || (hop + 1 === last.hop && id >= last.near))
      return isBehind || (degrees.get(id) ?? 0) >= bounds.perNode
    })
    .map(({ id }) => id)
}
