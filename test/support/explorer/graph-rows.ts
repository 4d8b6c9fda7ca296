import type { Relationship, RelationshipEnd } from '@tenant-data/client'
import { type Step, walkNeighbourhood } from '../../../api/operations/graph/neighbourhood.ts'
import type { Answer, GraphNode } from '../../../explorer/src/pages/graph/neighbourhood/neighbourhood.ts'
import type { Chance } from '../bom/bom-model.ts'

export type TestType = 'MADE_FROM' | 'SUBSTITUTE_FOR'

/** A relationship between two materials, given by their IDs. */
export interface TestEdge {
  id: string
  type: TestType
  from: string
  to: string
}

export const start = (id: string): Omit<GraphNode, 'hop'> => ({ id, type: 'material', label: id, listed: true })

/** A row as the API returns it, as seen from `near`. */
export function rowOf({ id, type, from, to }: TestEdge, near: string, hop = 1): Relationship {
  const end = (one: string): RelationshipEnd => ({ id: one, type: 'material', label: one, listed: true })
  const row = {
    id,
    direction: from === near ? ('outgoing' as const) : ('incoming' as const),
    hop,
    from: end(from),
    to: end(to),
    source: { system: 'plm', recordId: id, extractedAt: '2026-01-01T00:00:00.000Z' },
    publicationId: null,
  }
  return type === 'MADE_FROM'
    ? { ...row, type, properties: { sharePercent: null } }
    : { ...row, type, properties: { reason: null, approvedAt: null } }
}

/** All relationships of one entity, as at depth 1. */
export function answerOf(edges: readonly TestEdge[], id: string, hasMore = false): Answer {
  const rows = edges.filter(({ from, to }) => from === id || to === id).map((edge) => rowOf(edge, id))
  return { rows, hasMore, truncated: { count: 0, nodes: [] }, depth: 1 }
}

/** The neighborhood that the traversal of the API finds within its bounds, and the entities that it truncated. */
export async function walked(
  edges: readonly TestEdge[],
  root: string,
  depth: number,
): Promise<{ answer: Answer; cut: string[] }> {
  const steps = (id: string, most: number): (Step & { edge: TestEdge })[] =>
    edges
      .filter(({ from, to }) => from === id || to === id)
      .map((edge) => ({ edgeId: edge.id, farId: edge.from === id ? edge.to : edge.from, farListed: true, edge }))
      .slice(0, most)
  const bounds = { depth, perNode: 50, inAll: 1000, atOnce: 100 }
  const read = async (ids: readonly string[], most: number) => new Map(ids.map((id) => [id, steps(id, most)]))
  const { found, cut } = await walkNeighbourhood(root, bounds, read)
  const rows = found.map(({ hop, nearId, step }) => rowOf(step.edge, nearId, hop))
  return { answer: { rows, hasMore: false, truncated: { count: cut.length, nodes: cut.slice(0, 50) }, depth }, cut }
}

/** Random edges among the given number of entities. */
export function randomEdges({ below }: Chance, entities: number, count: number): TestEdge[] {
  return Array.from({ length: count }, (_, index): TestEdge => {
    const [from, to] = [nameOf(below(entities)), nameOf(below(entities))]
    return { id: `edge ${nameOf(index)}`, type: below(2) === 0 ? 'MADE_FROM' : 'SUBSTITUTE_FOR', from, to }
  })
}

/** A name that sorts in numeric order. */
export const nameOf = (index: number) => String(index).padStart(5, '0')
