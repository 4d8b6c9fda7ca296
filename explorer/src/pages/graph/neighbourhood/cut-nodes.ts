import type { Answer, GraphNode, Growing } from './neighbourhood.ts'

/** Limits of `listEntityRelationships` at depth 2 and 3: relationships per entity, and in total. */
const bounds = { perNode: 50, inAll: 1000 }

interface Walked extends Growing {
  root: string
  /** The nodes that the neighborhood contains. */
  shown: ReadonlyMap<string, GraphNode>
  answer: Answer
}

/**
 * The nodes of which the API left out relationships. It names at most 50 of them. If there are more, this returns all
 * nodes that its limits may have truncated: those with as many relationships as the limit per entity, and those after
 * the last entity that was traversed.
 */
export function cutNodes(walked: Walked): { cut: Set<string>; unnamed: number } {
  const { root, shown, answer } = walked
  const { count, nodes: named } = answer.truncated
  const cut = new Set(named)
  if (answer.depth === 1 && answer.hasMore) cut.add(root)
  if (count > named.length) for (const id of maybeCut(walked)) cut.add(id)
  const marked = new Set([...cut].filter((id) => shown.has(id)))
  return { cut: marked, unnamed: Math.max(0, count - marked.size) }
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
