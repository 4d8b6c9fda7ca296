import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import type { Entity, Relationship } from '../../schemas/graph/entities.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization, remove, type TestLink, unlink } from '../support/graph/graph.ts'
import { propertiesOf } from '../support/graph/link-properties.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

const root = material(organization, 'ROOT', 'Root')
const materials = Array.from({ length: 150 }, (_, at) =>
  material(organization, `M-${at}`, at % 3 ? 'Poplin' : 'Poplinette'),
)
const others = [
  ...Array.from({ length: 60 }, (_, at) => style(organization, `S-${at}`)),
  ...Array.from({ length: 40 }, (_, at) => supplier(organization, `V-${at}`)),
]
const entities = [root, ...materials, ...others]
const links: TestLink[] = [
  ...materials.slice(0, 60).map((to) => ({ type: 'MADE_FROM' as const, from: root, to })),
  ...materials.slice(30, 90).map((from) => ({ type: 'MADE_FROM' as const, from, to: root })),
  ...materials.slice(0, 50).map((from) => ({ type: 'SUBSTITUTE_FOR' as const, from, to: root })),
  ...others.slice(60).map((to) => ({ type: 'SUPPLIED_BY' as const, from: root, to })),
  ...others.slice(0, 60).map((from) => ({ type: 'USES_MATERIAL' as const, from, to: root })),
  ...Array.from({ length: 5 }, () => ({ type: 'SUBSTITUTE_FOR' as const, from: root, to: root })),
].map((link) => ({ ...link, id: randomUUID(), properties: propertiesOf(link.type) }))

const keyOf = ({ type, id, direction }: Pick<Relationship, 'type' | 'id' | 'direction'>) => `${type} ${id} ${direction}`

/** The expected relationships of the root in order, computed from the links that were stored. */
function expectedKeys(filters: { direction?: string; relationshipType?: string[] } = {}, from = links): string[] {
  const seen = from.flatMap(({ id = '', type, from, to }) => [
    ...(from.id === root.id ? [{ id, type, direction: 'outgoing' as const }] : []),
    ...(to.id === root.id ? [{ id, type, direction: 'incoming' as const }] : []),
  ])
  const { direction, relationshipType } = filters
  const kept = seen.filter(
    (one) => (!direction || one.direction === direction) && (relationshipType?.includes(one.type) ?? true),
  )
  return kept.map(keyOf).sort()
}

const limitMixes = [[1], [7], [100], [1000], [3, 1000, 1, 50]]
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const related = { entityId: root.id }

describe('pagination', () => {
  before(() => fill(graph, organization, { entities, links }))
  after(() => graph.close())

  describe('a list of entities', () => {
    it('contains each entity once, ordered by ID, for any page size', async () => {
      const expected = idsOf(entities).sort()
      for (const limits of limitMixes)
        expect(idsOf(await walk(searchEntities, {}, context, limits))).to.deep.equal(expected)
      const typed = idsOf(others.filter(({ type }) => type === 'supplier')).sort()
      for (const limits of limitMixes) {
        expect(idsOf(await walk(searchEntities, { type: 'supplier' }, context, limits))).to.deep.equal(typed)
      }
    })

    it('contains whole words before prefixes, each ordered by ID, for a search with any page size', async () => {
      const wordOf = (rank: string) => idsOf(materials.filter(({ attributes }) => attributes.name === rank)).sort()
      const expected = [...wordOf('Poplin'), ...wordOf('Poplinette')]
      for (const limits of limitMixes) {
        expect(idsOf(await walk(searchEntities, { q: 'poplin' }, context, limits))).to.deep.equal(expected)
      }
    })

    it('ends with the last full page, without an empty one', async () => {
      const page = await call(searchEntities, { type: 'supplier', limit: 40 }, context)
      expect([page.data.length, page.links.next]).to.deep.equal([40, null])
    })

    it('has 100 rows per page by default, the same response to equal requests, and cursors of at most 2,048 characters', async () => {
      const [first, again] = [await call(searchEntities, {}, context), await call(searchEntities, {}, context)]
      expect(first.data.length).to.equal(100)
      expect(again).to.deep.equal(first)
      expect(first.links.next?.length).to.be.within(40, 2048)
      for (const limit of [0, 1001, 1.5, '10', null, -1]) {
        expect(await codeOf(searchEntities, { limit }, context), String(limit)).to.equal('invalid_request')
      }
      expect(await codeOf(searchEntities, { cursor: 'x'.repeat(8193) }, context)).to.equal('invalid_request')
      expect(await codeOf(searchEntities, { cursor: 'x'.repeat(8192) }, context)).to.equal('invalid_cursor')
    })

    it('loses and doubles nothing that stays, while others come and go between pages', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }), async (limits) => {
          const own = freshOrganization()
          const stay = Array.from({ length: 60 }, (_, at) => supplier(own, `V-${at}`))
          const go = Array.from({ length: 40 }, (_, at) => supplier(own, `GO-${at}`))
          await fill(graph, own, { entities: [...stay, ...go] })
          for (const filters of [{}, { type: 'supplier' }, { q: 'tessaro' }]) {
            let changes = 0
            const change = async () => {
              changes += 1
              if (changes > 8) return
              await remove(graph, own, go.splice(0, 2))
              await fill(graph, own, { entities: [supplier(own, `NEW-${randomUUID()}`)] })
            }
            const ids = idsOf(await walk(searchEntities, filters, contextFor(graph, own), limits, change))
            expect(ids).to.deep.equal([...new Set(ids)].sort())
            expect(ids).to.include.members(idsOf(stay))
          }
        }),
        { numRuns: 6 },
      )
    })
  })

  describe('a list of relationships', () => {
    it('contains each relationship once, ordered by type, ID, and direction, for any page size and filters', async () => {
      const filters = [
        {},
        { direction: 'outgoing' },
        { direction: 'incoming' },
        { relationshipType: ['MADE_FROM'] },
        { relationshipType: ['USES_MATERIAL', 'MADE_FROM', 'OWNED_BY'] },
        { direction: 'incoming', relationshipType: ['SUBSTITUTE_FOR', 'SUPPLIED_BY'] },
      ]
      for (const given of filters) {
        for (const limits of limitMixes) {
          const rows = await walk(listEntityRelationships, { ...related, ...given }, context, limits)
          expect(rows.map(keyOf), JSON.stringify({ ...given, limits })).to.deep.equal(expectedKeys(given))
        }
      }
    })

    it('continues after a cursor whose relationship was deleted', async () => {
      const first = await call(listEntityRelationships, { ...related, limit: 10 }, context)
      const last = first.data.at(-1)?.id ?? ''
      await unlink(graph, organization, [last])
      const next = await call(listEntityRelationships, { ...related, limit: 10, cursor: first.links.next }, context)
      expect(next.data.map(keyOf)).to.deep.equal(expectedKeys().slice(10, 20))
      await fill(graph, organization, { links: links.filter(({ id }) => id === last) })
    })

    it('loses and doubles nothing that stays, while others come and go between pages', async () => {
      const go = materials.slice(100).map((to) => ({ id: randomUUID(), type: 'MADE_FROM' as const, from: root, to }))
      const dated = go.map((link) => ({ ...link, properties: propertiesOf(link.type) }))
      await fill(graph, organization, { links: dated })
      const leaving = idsOf(go)
      const change = async () => {
        await unlink(graph, organization, leaving.splice(0, 2))
        const come = { type: 'SUBSTITUTE_FOR' as const, from: root, to: materials[0] as Entity }
        await fill(graph, organization, { links: [{ ...come, properties: propertiesOf(come.type) }] })
      }
      const rows = (await walk(listEntityRelationships, related, context, [7, 30], change)).map(keyOf)
      expect(rows).to.deep.equal([...new Set(rows)].sort())
      expect(rows).to.include.members(expectedKeys())
    })
  })
})
