import type { EntityType } from '@tenant-data/client'
import type { GraphEdge, GraphNode, Neighbourhood } from '../neighbourhood/neighbourhood.ts'
import { compareWays, firstDrawn, keyOf, linksOf, type Reached, standInsOf, type Ways, waysOf } from './ways.ts'

interface DrawnNode {
  kind: 'node'
  id: string
  hop: number
  node: GraphNode
  /** How the node was reached. Null for the entity in the center. */
  reached: Reached | null
  /** Whether the node only leads to entities of the requested type. */
  isOnWay: boolean
}

/** A box for nodes that are connected to one node by one type of relationship, if they are too many to be drawn. */
export interface DrawnBox {
  kind: 'box'
  /** The key by which the box is opened. */
  id: string
  hop: number
  reached: Reached
  count: number
  /** The types of its nodes, each once. */
  types: readonly EntityType[]
  /** Whether its nodes only lead to entities of the requested type. */
  isOnWay: boolean
  /** The number of nodes that are reached only through nodes of the box. */
  behind: number
}

export type Drawn = DrawnNode | DrawnBox

/** All relationships between two drawn items. `a` is closer to the center. */
export interface DrawnLink {
  a: string
  b: string
  edges: readonly GraphEdge[]
  /** Whether one of them points to this end. */
  toA: boolean
  toB: boolean
}

export interface Folded {
  /** Ordered by hop. Nodes that were reached in the same way are adjacent. */
  drawn: readonly Drawn[]
  links: readonly DrawnLink[]
}

/** The number of nodes that opening a box adds. */
export const BOX_STEP = 24
/** The number of nodes of one kind that are drawn below a node that the user expanded. */
const EXPANDED_LIMIT = 12
const limits = [12, 10, 8, 6, 5, 4, 3, 2, 1]
/** Columns with more rows are hard to read, so fewer nodes of each kind are drawn. */
const MOST_ROWS = 18

/** The number of nodes of one kind that are drawn, chosen so that no column of the initial graph is too long. */
export function foldLimit(base: Neighbourhood): number {
  return limits.find((limit) => tallest(drawnOf(base, waysOf(base), { limit, opened: [] })) <= MOST_ROWS) ?? 1
}

interface FoldOptions {
  /** The number of nodes of one kind that are drawn. It is larger below a node that the user expanded. */
  limit: number
  /** The keys of opened boxes, repeated for each time that a box was opened. */
  opened: readonly string[]
}

/**
 * The part of a neighborhood that is drawn. Of the nodes that one node reaches by one type of relationship, it contains
 * the first ones, and a box for the others. A relationship of a node in a box is drawn to the box.
 */
export function fold(whole: Neighbourhood, options: FoldOptions): Folded {
  const ways = waysOf(whole)
  const drawn = drawnOf(whole, ways, options)
  const standIns = standInsOf(whole, drawn, ways)
  const counts = Map.groupBy(standIns, ([, standIn]) => standIn)
  const withBehind = drawn.map((one) =>
    one.kind === 'box' ? { ...one, behind: (counts.get(one.id)?.length ?? 0) - one.count } : one,
  )
  return { drawn: withBehind, links: linksOf(whole, drawn, standIns) }
}

function drawnOf({ nodes, root, expanded, onWay }: Neighbourhood, ways: Ways, { limit, opened }: FoldOptions): Drawn[] {
  const places = new Map<string, number>()
  const drawn: Drawn[] = []
  const draw = (one: Drawn) => {
    places.set(one.id, drawn.length)
    drawn.push(one)
  }
  const byHop = Map.groupBy(nodes.values(), ({ hop }) => hop)
  for (const hop of [...byHop.keys()].sort((a, b) => a - b)) {
    for (const { key, reached, members } of kindsOf(byHop.get(hop) ?? [], ways, places)) {
      if (reached === null) {
        for (const node of members) draw({ kind: 'node', id: node.id, hop, node, reached, isOnWay: onWay.has(node.id) })
        continue
      }
      const isExpanded = expanded.has(reached.parent) && reached.parent !== root
      const steps = opened.filter((one) => one === key).length
      const most = (isExpanded ? Math.max(limit, EXPANDED_LIMIT) : limit) + steps * BOX_STEP
      // A box for a single node would need as much space as the node.
      const shown = members.length <= most + 1 ? members : members.slice(0, most)
      for (const node of shown) draw({ kind: 'node', id: node.id, hop, node, reached, isOnWay: onWay.has(node.id) })
      const rest = members.slice(shown.length)
      if (rest.length > 0) draw({ kind: 'box', id: key, hop, reached, behind: 0, ...boxOf(rest, onWay) })
    }
  }
  return drawn
}

function boxOf(nodes: readonly GraphNode[], onWay: ReadonlySet<string>) {
  const types = [...new Set(nodes.map(({ type }) => type))]
  return { count: nodes.length, types, isOnWay: nodes.every(({ id }) => onWay.has(id)) }
}

interface Kind {
  key: string
  reached: Reached | null
  members: GraphNode[]
}

/** The nodes of a column, grouped by how they were reached, in the order of the previous column. */
function kindsOf(column: readonly GraphNode[], ways: Ways, places: ReadonlyMap<string, number>): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const node of column) {
    const own = ways.get(node.id)
    const reached = own === undefined ? null : firstDrawn(own, places)
    if (own !== undefined && reached === null) continue
    const key = reached === null ? '' : keyOf(reached)
    const kind = kinds.get(key) ?? { key, reached, members: [] }
    kind.members.push(node)
    kinds.set(key, kind)
  }
  for (const { members } of kinds.values()) members.sort(compareLabels)
  return [...kinds.values()].sort((a, b) => (a.reached && b.reached ? compareWays(a.reached, b.reached, places) : 0))
}

function tallest(drawn: readonly Drawn[]): number {
  const counts = Map.groupBy(drawn, ({ hop }) => hop)
  return Math.max(...[...counts.values()].map(({ length }) => length))
}

const collator = new Intl.Collator('en', { numeric: true })

/** Compares by label with numbers by their value, then by ID. */
function compareLabels(a: { label: string | null; id: string }, b: { label: string | null; id: string }): number {
  return collator.compare(a.label ?? '', b.label ?? '') || (a.id < b.id ? -1 : 1)
}
