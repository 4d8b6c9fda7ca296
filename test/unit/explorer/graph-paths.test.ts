import type { EntityTypeDescription, RelationshipEnd, RelationshipPage, RelationshipType } from '@tenant-data/client'
import { expect } from 'chai'
import fc from 'fast-check'
import { findPaths, type ReadRelationships } from '../../../explorer/src/pages/graph/paths/find-paths.ts'
import { cutText, foundText, verbOf } from '../../../explorer/src/pages/graph/paths/path-text.ts'
import { type Path, pathsBetween } from '../../../explorer/src/pages/graph/paths/paths-between.ts'
import { linkTypes } from '../../../schemas/graph/link-types.ts'
import {
  edgesAt,
  entityTypes,
  relationshipTypes,
  type TypedGraph,
  traversed,
  typedGraphs,
  typedRow,
} from '../../support/explorer/typed-graph.ts'

const types = entityTypes.map((type) => ({
  type,
  relationshipTypes: relationshipTypes.flatMap((one) => [
    ...(linkTypes[one].from === type ? [{ type: one, direction: 'outgoing', other: linkTypes[one].to }] : []),
    ...(linkTypes[one].to === type ? [{ type: one, direction: 'incoming', other: linkTypes[one].from }] : []),
  ]),
})) as EntityTypeDescription[]

interface Limits {
  page: number
  perNode: number
  inAll: number
}
const [apiLimits, smallLimits] = [
  { page: 1000, perNode: 50, inAll: 1000 },
  { page: 4, perNode: 2, inAll: 6 },
]

/** Reads a graph as the API does, with its limits or smaller ones, and counts the requests. */
function readerOf(graph: TypedGraph, limits: Limits): { read: ReadRelationships; count: () => number } {
  let count = 0
  const read = async ({ entityId, relationshipType: via, depth = 1 }: Parameters<ReadRelationships>[0]) => {
    count += 1
    expect(graph.ends.get(entityId)?.listed, 'only published entities can be read').to.equal(true)
    if (depth > 1) {
      const { rows, truncated } = await traversed(graph, entityId, { depth, via, ...limits })
      return { data: rows, links: { next: null }, meta: { truncated } } as RelationshipPage
    }
    const all = edgesAt(graph, entityId, via)
    const data = all.slice(0, limits.page).map((edge) => typedRow(graph, edge, entityId))
    const next = all.length > limits.page ? 'more' : null
    return { data, links: { next }, meta: { truncated: { count: 0, nodes: [] } } } as RelationshipPage
  }
  return { read, count: () => count }
}

/** The IDs on all shortest paths of at most three hops, by trying all routes. */
function routesIn(graph: TypedGraph, from: string, to: string, via: readonly RelationshipType[]): string[] {
  const isListed = (id: string) => graph.ends.get(id)?.listed === true
  const edges = graph.edges.filter(
    ({ type, ...ends }) => (via.length === 0 || via.includes(type)) && (isListed(ends.from) || isListed(ends.to)),
  )
  let routes = [[from]]
  for (let hop = 1; hop <= 3; hop += 1) {
    routes = routes.flatMap((route) => {
      const last = route.at(-1)
      const next = edges.flatMap((edge) => (edge.from === last ? [edge.to] : edge.to === last ? [edge.from] : []))
      return [...new Set(next)].filter((id) => !route.includes(id)).map((id) => [...route, id])
    })
    const arrived = routes.filter((route) => route.at(-1) === to)
    if (arrived.length > 0) return arrived.map(String).sort()
  }
  return []
}

const idsOf = (path: Path) => [path[0]?.from.id, ...path.map(({ to }) => to.id)]

describe('the search for paths', () => {
  const cases = fc.record({
    graph: typedGraphs,
    via: fc.oneof(fc.constant([]), fc.subarray(relationshipTypes, { minLength: 1 })),
    other: fc.integer({ min: 1, max: 5 }),
  })
  const twoPublished = (graph: TypedGraph, other: number): RelationshipEnd[] => {
    const listed = [...graph.ends.values()].filter((end) => end.listed)
    return [listed[0], listed[other % listed.length]].filter((end) => end !== undefined)
  }

  it('finds all shortest paths within three hops, and nothing else, with at most eight requests', async () => {
    const lengths = new Map<number, number>()
    const property = fc.asyncProperty(cases, async ({ graph, via, other }) => {
      const [from, to] = twoPublished(graph, other)
      if (from === undefined || to === undefined || from === to) return
      const { read, count } = readerOf(graph, apiLimits)
      const { paths, isCut } = await findPaths(read, { from, to, via, types })
      expect(paths.map((path) => String(idsOf(path))).sort()).to.deep.equal(routesIn(graph, from.id, to.id, via))
      expect(isCut).to.equal(false)
      expect(count()).to.be.at.most(8)
      const length = paths[0]?.length ?? 0
      lengths.set(length, (lengths.get(length) ?? 0) + 1)
    })
    await fc.assert(property, { numRuns: 800, seed: 8 })
    for (const length of [0, 1, 2, 3]) expect(lengths.get(length), `length ${length}`).to.be.above(15)
  })

  it('says that it is incomplete whenever a path is missing because an entity has too many relationships', async () => {
    let incomplete = 0
    const property = fc.asyncProperty(cases, async ({ graph, via, other }) => {
      const [from, to] = twoPublished(graph, other)
      if (from === undefined || to === undefined || from === to) return
      const { read, count } = readerOf(graph, smallLimits)
      const { paths, isCut, cut } = await findPaths(read, { from, to, via, types })
      const found = paths.map((path) => String(idsOf(path))).sort()
      if (!isCut) expect(found).to.deep.equal(routesIn(graph, from.id, to.id, via))
      else {
        incomplete += 1
        expect(cut.length).to.be.above(0)
      }
      for (const path of paths) for (const { rows } of path) expect(rows.length).to.be.above(0)
      expect(count()).to.be.at.most(8)
    })
    await fc.assert(property, { numRuns: 800, seed: 8 })
    expect(incomplete).to.be.above(100)
  })

  it('reads many entities between the two ends with two requests', async () => {
    const end = (id: string, type: RelationshipEnd['type']): RelationshipEnd => ({ id, type, label: id, listed: true })
    const [from, to, numbers] = [
      end('a', 'style'),
      end('b', 'style'),
      Array.from({ length: 10 }, (_, at) => String(at)),
    ]
    const materials = numbers.flatMap((at) => [end(`x${at}`, 'material'), end(`y${at}`, 'material')])
    const edge = (type: RelationshipType, start: string, stop: string) => ({
      ...{ id: `${type} ${start} ${stop}`, type },
      ...{ from: start, to: stop },
    })
    const edges = numbers.flatMap((at) => [
      edge('USES_MATERIAL', 'a', `x${at}`),
      edge('USES_MATERIAL', 'b', `y${at}`),
      edge('SUBSTITUTE_FOR', `x${at}`, `y${at}`),
    ])
    const graph = { ends: new Map([from, to, ...materials].map((one) => [one.id, one])), edges }
    const { read, count } = readerOf(graph, apiLimits)
    const { paths } = await findPaths(read, { from, to, via: [], types })
    expect([paths.length, paths[0]?.length, count()]).to.deep.equal([10, 3, 4])
  })

  it('lists paths through few entities before those through many, then by label', () => {
    const end = (id: string, type: RelationshipEnd['type']): RelationshipEnd => ({ id, type, label: id, listed: true })
    const publications = ['p10', 'p9', 'p1'].map((id) => end(id, 'bom_publication'))
    const all = [end('a', 'style'), end('b', 'style'), end('m', 'material'), ...publications]
    const graph = { ends: new Map(all.map((one) => [one.id, one])), edges: [] }
    const row = (type: RelationshipType, from: string, to: string) =>
      typedRow(graph, { id: `${type} ${from} ${to}`, type, from, to }, from)
    const rows = [
      ...publications.flatMap(({ id }) => ['a', 'b'].map((style) => row('PUBLISHES_BOM_FOR', id, style))),
      ...['a', 'b'].map((style) => row('USES_MATERIAL', style, 'm')),
    ]
    expect(pathsBetween('a', 'b', rows).map((path) => path[0]?.to.id)).to.deep.equal(['m', 'p1', 'p9', 'p10'])
    expect(pathsBetween('a', 'a', rows)).to.deep.equal([])
  })
})

describe('the texts of paths', () => {
  const found = (count: number, length: number, cut: string[] = [], isCut = cut.length > 0) => ({
    paths: Array.from({ length: count }, () => Array.from({ length }, () => ({}))) as unknown as Path[],
    cut: cut.map((label) => ({ id: label, label })),
    isCut,
  })

  it('name the number of hops and paths, or that there is none', () => {
    expect(foundText(found(1, 1))).to.equal('Directly connected: 1 shortest path.')
    expect(foundText(found(12, 3))).to.equal('Connected by 3 hops: 12 shortest paths.')
    expect(foundText(found(0, 0))).to.equal('No path exists within three hops.')
    expect(foundText(found(0, 0, ['X']))).to.equal('No path was found within three hops.')
  })

  it('name the entities that have too many relationships', () => {
    expect(cutText(found(1, 2))).to.equal('')
    expect(cutText(found(0, 0, ['X']))).to.match(/: X has more relationships .* so a path can exist\./)
    expect(cutText(found(1, 2, ['A', 'B', 'C', 'D', 'E']))).to.match(/: A, B, C and 2 more have .* further or shorter/)
    expect(cutText(found(0, 0, [], true))).to.match(/: Some entities have more/)
  })

  it('have a verb for each type in each direction, also for types that are not known yet', () => {
    const verbs = relationshipTypes.flatMap((type) => [verbOf(type, 'outgoing'), verbOf(type, 'incoming')])
    expect(verbs.filter((verb) => verb.includes('is connected'))).to.deep.equal([])
    expect(verbOf('USES_MATERIAL', 'incoming')).to.equal('is used by')
    expect(verbOf('NEW_TYPE' as RelationshipType, 'outgoing')).to.equal('is connected (New type) with')
  })
})
