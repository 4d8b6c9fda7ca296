import { expect } from 'chai'
import fc from 'fast-check'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { entityTypes } from '../../schemas/graph/entity-types.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)
const seasons = ['SS27', 'FW26', 'Été "7"', null]
const day = (number: number) => `2027-03-${String(number).padStart(2, '0')}T02:10:00.000Z`

const made = Array.from({ length: 120 }, (_, at): Entity => {
  const make = [style, material, supplier, sku][at % 4] ?? style
  const entity: Entity = make(organization, `R-${at}`)
  const states = entityTypes[entity.type].lifecycleStates
  const state = states[(at >> 2) % states.length]
  // Many change at one moment, as in a load.
  Object.assign(entity, { lifecycleState: state, updatedAt: day(1 + ((at * 7) % 5)) })
  if (entity.type === 'style') entity.attributes.season = seasons[(at >> 2) % seasons.length] ?? null
  return entity
})
const deleted = { ...style(organization, 'GONE'), updatedAt: day(9) }

interface Filters {
  type?: Entity['type'] | undefined
  q?: string | undefined
  lifecycleState?: string | undefined
  season?: string | undefined
  updatedSince?: string | undefined
}

const isFound =
  ({ type, q, lifecycleState, season, updatedSince }: Filters) =>
  (entity: Entity) =>
    (type === undefined || entity.type === type) &&
    (q === undefined || entity.label.toLowerCase().includes(q)) &&
    (lifecycleState === undefined || entity.lifecycleState === lifecycleState) &&
    (season === undefined || (entity.type === 'style' && entity.attributes.season === season)) &&
    (updatedSince === undefined || entity.updatedAt >= updatedSince)

const byId = (a: Entity, b: Entity) => (a.id < b.id ? -1 : 1)
const byTime = (a: Entity, b: Entity) => (a.updatedAt === b.updatedAt ? byId(a, b) : a.updatedAt < b.updatedAt ? -1 : 1)

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const anyFilters = fc.record({
  type: maybe<Entity['type']>('style', 'material', 'supplier', 'sku', 'bom_publication'),
  // Each is a whole word of all labels that hold it, so that all are of one rank.
  q: maybe('rain', 'poplin', 'navy', 'mills'),
  lifecycleState: maybe('development', 'approved', 'discontinued', 'active', 'dropped'),
  season: fc.option(fc.constantFrom('SS27', 'FW26', 'Été "7"', 'ss27'), { nil: undefined, freq: 1 }),
  updatedSince: maybe(day(1), day(3), '2027-03-03T02:10:00.001Z', day(5), day(6)),
})

describe('filters of entities', () => {
  before(() => fill(graph, organization, { entities: made, deleted: [deleted] }))
  after(() => graph.close())

  it('find what has all values, in order, whatever the limits are', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.constantFrom([1000], [1], [7, 2], [30]), async (filters, limits) => {
        const expected = made.filter(isFound(filters)).sort(filters.updatedSince === undefined ? byId : byTime)
        expect(await walk(searchEntities, filters, context, limits)).to.deep.equal(expected)
        found += expected.length
      }),
      { numRuns: 150 },
    )
    expect(found, 'entities that were found').to.be.above(300)
  })

  it('give cursors for themselves alone, which know their order', async () => {
    const page = await call(searchEntities, { updatedSince: day(2), limit: 3 }, context)
    const cursor = page.links.next
    for (const other of [{}, { updatedSince: day(3) }, { updatedSince: day(2), type: 'style' }, { season: 'SS27' }])
      expect(await codeOf(searchEntities, { ...other, cursor }, context)).to.equal('invalid_cursor')
    expect(await codeOf(searchEntities, { updatedSince: day(2), cursor, limit: 9 }, context)).to.equal(null)
  })

  it('show what changes during a walk behind all others', async () => {
    const own = freshOrganization()
    const reader = contextFor(graph, own)
    const entities = Array.from({ length: 6 }, (_, at) => ({ ...material(own, `M-${at}`), updatedAt: day(1 + at) }))
    await fill(graph, own, { entities })
    const [first, second] = entities
    if (!first || !second) throw new Error('There are six')
    let isChanged = false
    const change = async () => {
      if (isChanged) return
      isChanged = true
      await fill(graph, own, {
        entities: [
          { ...first, updatedAt: day(20) },
          { ...second, updatedAt: day(21) },
        ],
      })
    }
    const rows = await walk(searchEntities, { updatedSince: day(1) }, reader, [2], change)
    const names = rows.map(({ label, updatedAt }) => `${label.split(' ')[0]} ${updatedAt.slice(8, 10)}`)
    expect(names).to.deep.equal(['M-0 01', 'M-1 02', 'M-2 03', 'M-3 04', 'M-4 05', 'M-5 06', 'M-0 20', 'M-1 21'])
  })

  it('are refused when they are no state or no time', async () => {
    for (const filters of [
      { lifecycleState: 'Approved' },
      { lifecycleState: '' },
      { updatedSince: '2027-3-14' },
      { updatedSince: '2027-03-14T02:10:00.000+0100' },
      { updatedSince: '9999-03-14' },
      { updatedSince: '2027-02-30T02:10:00.000Z' },
      { season: 'x'.repeat(65) },
    ])
      expect(await codeOf(searchEntities, filters, context), JSON.stringify(filters)).to.equal('invalid_request')
  })
})
