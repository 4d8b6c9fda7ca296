import type { EntityType, Relationship, RelationshipEnd, RelationshipType } from '@tenant-data/client'
import fc from 'fast-check'
import { type Step, walkNeighbourhood } from '../../../api/operations/graph/neighbourhood.ts'
import type { Answer } from '../../../explorer/src/pages/graph/neighbourhood/neighbourhood.ts'
import { linkTypes } from '../../../schemas/graph/link-types.ts'

export interface TypedEdge {
  id: string
  type: RelationshipType
  from: string
  to: string
}

/** A graph whose relationships connect the types that they can connect. */
export interface TypedGraph {
  ends: ReadonlyMap<string, RelationshipEnd>
  edges: readonly TypedEdge[]
}

export const relationshipTypes = Object.keys(linkTypes) as RelationshipType[]
export const entityTypes = [...new Set(Object.values(linkTypes).flatMap(({ from, to }) => [from, to]))] as EntityType[]

/** Random graphs with 6 to 24 entities of all types. A few entities are not published. */
export const typedGraphs: fc.Arbitrary<TypedGraph> = fc
  .array(fc.record({ type: fc.constantFrom(...entityTypes), listed: fc.integer({ max: 9, min: 0 }) }), {
    minLength: 6,
    maxLength: 24,
  })
  .chain((all) => {
    const ends = all.map(({ type, listed }, index) => ({
      id: `entity-${String(index).padStart(2, '0')}`,
      type,
      label: `Label ${index}`,
      listed: index === 0 || listed > 0,
    }))
    const possible = ends.flatMap((from) =>
      ends.flatMap((to) =>
        relationshipTypes
          .filter((type) => linkTypes[type].from === from.type && linkTypes[type].to === to.type)
          .map((type) => ({ type, from: from.id, to: to.id })),
      ),
    )
    const some =
      possible.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...possible), { minLength: 10, maxLength: 50 })
    return some.map((chosen) => ({
      ends: new Map(ends.map((end) => [end.id, end])),
      edges: chosen.map((edge, index) => ({ ...edge, id: `edge-${String(index).padStart(2, '0')}` })),
    }))
  })

/** A relationship as the API returns it, as seen from `near`. */
export function typedRow({ ends }: TypedGraph, edge: TypedEdge, near: string, hop = 1): Relationship {
  const { id, type, from, to } = edge
  const row = {
    ...{ id, type, hop },
    direction: from === near ? 'outgoing' : 'incoming',
    ...{ from: ends.get(from), to: ends.get(to), publicationId: null },
    properties: { mpn: null, price: null },
    source: { system: 'plm', recordId: id, extractedAt: '2026-01-01T00:00:00.000Z' },
  }
  // The properties of most types do not matter here.
  return row as unknown as Relationship
}

/** The relationships of an entity in the order of the API, of some types. None of an entity that is not published. */
export function edgesAt({ ends, edges }: TypedGraph, id: string, via?: readonly RelationshipType[]): TypedEdge[] {
  if (ends.get(id)?.listed !== true) return []
  return edges
    .filter(({ from, to, type }) => (from === id || to === id) && (via === undefined || via.includes(type)))
    .sort((a, b) => (`${a.type} ${a.id}` < `${b.type} ${b.id}` ? -1 : 1))
}

/** What the API returns for a traversal, with its limits or smaller ones. */
export async function traversed(
  graph: TypedGraph,
  root: string,
  options: { depth: number; via?: readonly RelationshipType[] | undefined; perNode?: number; inAll?: number },
): Promise<Answer> {
  const { depth, via, perNode = 50, inAll = 1000 } = options
  type TypedStep = Step & { edge: TypedEdge }
  const stepsOf = (id: string, most: number): TypedStep[] =>
    edgesAt(graph, id, via)
      .slice(0, most)
      .map((edge) => {
        const farId = edge.from === id ? edge.to : edge.from
        return { edgeId: edge.id, farId, farListed: graph.ends.get(farId)?.listed === true, edge }
      })
  const read = async (ids: readonly string[], most: number) => new Map(ids.map((id) => [id, stepsOf(id, most)]))
  const { found, cut } = await walkNeighbourhood(root, { depth, perNode, inAll, atOnce: 100 }, read)
  const rows = found.map(({ hop, nearId, step }) => typedRow(graph, step.edge, nearId, hop))
  return { rows, hasMore: false, truncated: { count: cut.length, nodes: cut }, depth }
}
