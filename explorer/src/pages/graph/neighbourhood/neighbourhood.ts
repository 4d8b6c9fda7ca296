import type { EntityType, Relationship, RelationshipType } from '@tenant-data/client'
import { cutNodes } from './cut-nodes.ts'
import { type SupplyTerms, supplyTermsOf } from './supply-terms.ts'
import { nearAndFar, rowsTowards } from './towards.ts'

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
  terms: SupplyTerms
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
  /** The nodes that only lead to entities of the requested type. */
  onWay: ReadonlySet<string>
  /** Nodes with relationships that are not loaded. */
  cut: ReadonlySet<string>
  /** The number of truncated nodes that the API did not name, or that are not in the neighborhood. */
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
 * node that is not in the neighborhood adds nothing. With `to`, it contains the entities of that type, and those on the
 * way to them.
 */
export function neighbourhoodOf(
  start: Omit<GraphNode, 'hop'>,
  answer: Answer | undefined,
  expansions: readonly Expansion[] = [],
  to?: EntityType,
): Neighbourhood {
  const all = grown(start, answer?.rows ?? [])
  const { nodes, edges } = to === undefined ? all : grown(start, rowsTowards(start.id, answer?.rows ?? [], to))
  const { cut, unnamed } = answer
    ? cutNodes({ ...all, root: start.id, shown: nodes, answer })
    : { cut: new Set<string>(), unnamed: 0 }
  const expanded = new Set<string>()
  for (const { id, answer: own } of expansions) {
    const node = nodes.get(id)
    if (node === undefined) continue
    for (const row of own.rows)
      if (to === undefined || nearAndFar(row).far.type === to) add({ nodes, edges }, row, node.hop + 1)
    if (own.hasMore) cut.add(id)
    else cut.delete(id)
    expanded.add(id)
  }
  const passed = [...nodes.values()].filter(({ id, type }) => to !== undefined && type !== to && id !== start.id)
  const onWay = new Set(passed.map(({ id }) => id))
  return { root: start.id, nodes, edges, onWay, cut, unnamedCut: unnamed, expanded }
}

/** What the expansion of a node would add: new entities, and relationships. */
export function gainOf(
  { nodes, edges }: Neighbourhood,
  { rows, hasMore }: Answer,
  to?: EntityType,
): { entities: number; relationships: number; hasMore: boolean } {
  const wanted = rows.filter((row) => to === undefined || nearAndFar(row).far.type === to)
  const entities = new Set(wanted.map((row) => nearAndFar(row).far.id).filter((id) => !nodes.has(id)))
  const relationships = new Set(wanted.map(({ id }) => id).filter((id) => !edges.has(id)))
  return { entities: entities.size, relationships: relationships.size, hasMore }
}

/** Whether the neighborhood, before any expansion, contains all relationships of a node. */
export function isWholeIn({ nodes, cut, unnamedCut }: Neighbourhood, id: string, depth: number): boolean {
  const node = nodes.get(id)
  return node !== undefined && node.hop < depth && !cut.has(id) && unnamedCut === 0
}

/** The entities and relationships that are known so far. */
export interface Growing {
  nodes: Map<string, GraphNode>
  edges: Map<string, GraphEdge>
}

function grown(start: Omit<GraphNode, 'hop'>, rows: readonly Relationship[]): Growing {
  const growing: Growing = { nodes: new Map([[start.id, { ...start, hop: 0 }]]), edges: new Map() }
  for (const row of rows) add(growing, row, row.hop)
  return growing
}

function add({ nodes, edges }: Growing, row: Relationship, hop: number): void {
  const { near, far } = nearAndFar(row)
  if (!nodes.has(far.id)) nodes.set(far.id, { ...far, hop })
  if (edges.has(row.id)) return
  const [from, to] = [row.from.id, row.to.id]
  edges.set(row.id, {
    id: row.id,
    type: row.type,
    from,
    to,
    near: near.id,
    far: far.id,
    hop,
    terms: supplyTermsOf(row),
  })
}
