import type { EntityType } from '@tenant-data/client'
import { expect } from 'chai'
import fc from 'fast-check'
import { type GraphEdge, neighbourhoodOf } from '../../../explorer/src/pages/graph/neighbourhood/neighbourhood.ts'
import { fold, foldLimit } from '../../../explorer/src/pages/graph/picture/fold.ts'
import {
  entityTypes,
  relationshipTypes,
  type TypedGraph,
  traversed,
  typedGraphs,
} from '../../support/explorer/typed-graph.ts'

/** All IDs that pairs connect with a start. */
function connected(start: string, pairs: readonly (readonly [string, string])[]): Set<string> {
  const reached = new Set([start])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const [a, b] of pairs) {
      if (reached.has(a)) reached.add(b)
      if (reached.has(b)) reached.add(a)
    }
  }
  return reached
}

const filters = fc.record({
  depth: fc.constantFrom(1, 2, 3),
  to: fc.option(fc.constantFrom(...entityTypes), { nil: undefined }),
  via: fc.option(fc.subarray(relationshipTypes, { minLength: 1 }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 6 }),
  bounds: fc.constantFrom({}, { perNode: 3 }, { inAll: 10 }, { perNode: 2, inAll: 6 }),
})

describe('a neighborhood with a filter by type', () => {
  const root = 'entity-00'
  const rootOf = (graph: TypedGraph) => {
    const { type, label } = graph.ends.get(root) ?? { type: 'style', label: null }
    return { id: root, type, label, listed: true }
  }

  it('connects every entity and every box with the center, at each depth and with each filter', async () => {
    let withWay = 0
    const property = fc.asyncProperty(typedGraphs, filters, async (graph, { depth, to, via, limit, bounds }) => {
      const answer = await traversed(graph, root, { depth, via, ...bounds })
      const whole = neighbourhoodOf(rootOf(graph), answer, [], depth === 1 ? undefined : to)
      if (whole.onWay.size > 0) withWay += 1
      const reached = connected(
        root,
        [...whole.edges.values()].map(({ from, to: end }) => [from, end]),
      )
      expect([...whole.nodes.keys()].filter((id) => !reached.has(id))).to.deep.equal([])
      for (const most of [limit, foldLimit(whole)]) {
        const { drawn, links } = fold(whole, { limit: most, opened: [] })
        const joined = connected(
          root,
          links.map(({ a, b }) => [a, b]),
        )
        expect(drawn.map(({ id }) => id).filter((id) => !joined.has(id))).to.deep.equal([])
      }
    })
    await fc.assert(property, { numRuns: 600, seed: 8 })
    expect(withWay).to.be.above(20)
  })

  it('contains all entities of the type that the API finds, and otherwise only those on a path to one of them', async () => {
    const property = fc.asyncProperty(typedGraphs, filters, async (graph, { depth, to = 'material', via }) => {
      const answer = await traversed(graph, root, { depth, via })
      const { nodes, edges, onWay } = neighbourhoodOf(rootOf(graph), answer, [], to)
      const ends = answer.rows.map((row) => (row.direction === 'outgoing' ? row.to : row.from))
      const wanted = new Set(ends.filter(({ type }) => type === to).map(({ id }) => id))
      expect([...wanted].filter((id) => !nodes.has(id))).to.deep.equal([])
      expect([...onWay].sort()).to.deep.equal(othersIn(nodes, to))
      for (const id of onWay) expect(leadsTo(id, [...edges.values()], nodes, to), id).to.equal(true)
    })
    await fc.assert(property, { numRuns: 300, seed: 8 })
  })

  const othersIn = (nodes: ReadonlyMap<string, { id: string; type: EntityType }>, to: EntityType) =>
    [...nodes.values()]
      .filter(({ id, type }) => id !== root && type !== to)
      .map(({ id }) => id)
      .sort()

  /** Whether relationships away from the center lead from an entity to one of the type. */
  function leadsTo(
    id: string,
    edges: readonly GraphEdge[],
    nodes: ReadonlyMap<string, { type: EntityType; hop: number }>,
    to: EntityType,
  ): boolean {
    const own = edges.filter(({ near }) => near === id)
    return own.some(({ far }) => {
      const end = nodes.get(far)
      if (end?.type === to) return true
      return (end?.hop ?? 0) > (nodes.get(id)?.hop ?? 0) && leadsTo(far, edges, nodes, to)
    })
  }
})
