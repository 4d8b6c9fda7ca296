import type { EntityType, Relationship, RelationshipType } from '@tenant-data/client'

export interface GraphNode {
  id: string
  type: EntityType
  label: string | null
  /** False for a deleted entity, or one that is only referenced so far. Its details cannot be read. */
  listed: boolean
  /** Distance from the entity in the center. */
  hop: number
}

export interface GraphEdge {
  id: string
  type: RelationshipType
  from: string
  to: string
  /** The end from which the relationship was found, and the other end. */
  near: string
  far: string
  hop: number
}

/** The response of the API for the relationships of one entity, up to some depth. */
export interface Answer {
  rows: readonly Relationship[]
  /** At depth 1: whether there is another page. */
  hasMore: boolean
  truncated: { count: number; nodes: readonly string[] }
  depth: number
}

export interface Neighbourhood {
  root: string
  nodes: ReadonlyMap<string, GraphNode>
  edges: ReadonlyMap<string, GraphEdge>
  /** Nodes with relationships that are not loaded. */
  cut: ReadonlySet<string>
  /** The number of truncated nodes that the API did not name. */
  unnamedCut: number
  /** The nodes whose own relationships were requested. */
  expanded: ReadonlySet<string>
}

interface Expansion {
  id: string
  answer: Answer
}

/**
 * The neighborhood of an entity with all expansions, in their order. Known nodes keep their hop. The expansion of a
 * node that is not in the neighborhood adds nothing.
 */
export function neighbourhoodOf(
  start: Omit<GraphNode, 'hop'>,
  answer: Answer | undefined,
  expansions: readonly Expansion[] = [],
  to?: EntityType,
): Neighbourhood {
  const nodes = new Map<string, GraphNode>([[start.id, { ...start, hop: 0 }]])
  const edges = new Map<string, GraphEdge>()
  for (const row of answer?.rows ?? []) add({ nodes, edges }, row, row.hop)
  const { cut, unnamed } = answer
    ? cutNodes({ root: start.id, nodes, edges, answer, isFiltered: to !== undefined })
    : { cut: new Set<string>(), unnamed: 0 }
  const expanded = new Set<string>()
  for (const { id, answer: own } of expansions) {
    const node = nodes.get(id)
    if (node === undefined) continue
    for (const row of own.rows)
      if (to === undefined || farEnd(row).type === to) add({ nodes, edges }, row, node.hop + 1)
    if (own.hasMore) cut.add(id)
    else cut.delete(id)
    expanded.add(id)
  }
  return { root: start.id, nodes, edges, cut, unnamedCut: unnamed, expanded }
}

/** What the expansion of a node would add: new entities, and relationships. */
export function gainOf(
  { nodes, edges }: Neighbourhood,
  { rows, hasMore }: Answer,
  to?: EntityType,
): { entities: number; relationships: number; hasMore: boolean } {
  const wanted = rows.filter((row) => to === undefined || farEnd(row).type === to)
  const entities = new Set(wanted.map((row) => farEnd(row).id).filter((id) => !nodes.has(id)))
  const relationships = new Set(wanted.map(({ id }) => id).filter((id) => !edges.has(id)))
  return { entities: entities.size, relationships: relationships.size, hasMore }
}

/** Whether the neighborhood, before any expansion, contains all relationships of a node. */
export function isWholeIn({ nodes, cut, unnamedCut }: Neighbourhood, id: string, depth: number): boolean {
  const node = nodes.get(id)
  return node !== undefined && node.hop < depth && !cut.has(id) && unnamedCut === 0
}

const nearEnd = (row: Relationship) => (row.direction === 'outgoing' ? row.from : row.to)
const farEnd = (row: Relationship) => (row.direction === 'outgoing' ? row.to : row.from)

interface Growing {
  nodes: Map<string, GraphNode>
  edges: Map<string, GraphEdge>
}

function add({ nodes, edges }: Growing, row: Relationship, hop: number): void {
  const [near, far] = [nearEnd(row), farEnd(row)]
  for (const [end, at] of [
    [near, hop - 1],
    [far, hop],
  ] as const) {
    const known = nodes.get(end.id)
    if (known === undefined) nodes.set(end.id, { ...end, hop: at })
  }
  if (edges.has(row.id)) return
  edges.set(row.id, {
    id: row.id,
    type: row.type,
    from: row.from.id,
    to: row.to.id,
    near: near.id,
    far: far.id,
    hop,
  })
}

/** Limits of `listEntityRelationships` at depth 2 and 3: relationships per entity, and in total. */
const bounds = { perNode: 50, inAll: 1000 }

interface Walked {
  root: string
  nodes: ReadonlyMap<string, GraphNode>
  edges: ReadonlyMap<string, GraphEdge>
  answer: Answer
  /** Whether the filter by entity type removed rows, in which case the rows do not show where the API truncated. */
  isFiltered: boolean
}

/**
 * The nodes of which the API left out relationships. It names at most 50 of them. If there are more, this returns all
 * nodes that its limits may have truncated: those with as many relationships as the limit per entity, and those after
 * the last entity that was traversed.
 */
function cutNodes(walked: Walked): { cut: Set<string>; unnamed: number } {
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
