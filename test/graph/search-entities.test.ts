import { expect } from 'chai'
import fc from 'fast-check'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

const entities: Entity[] = [
  material(organization, 'MT-01', 'Poplin 120'),
  material(organization, 'MT-02', 'Poplin Stretch 120'),
  material(organization, 'MT-03', 'Poplinette 1200'),
  material(organization, 'MT-04', 'Popeline Été Größe'),
  material(organization, 'MT-011', 'Twill'),
  material(organization, 'the', 'Twill and not or 50% {AND} "OR" NOT'),
  style(organization, 'POPLIN', 'Shirt'),
  style(organization, 'QM-7', 'Poplin shirt'),
  supplier(organization, 'SUP-17', 'Poplin Mills'),
  sku(organization, 'K-1'),
]
const deleted = [material(organization, 'MT-09', 'Poplin deleted')]

const search = async (q: string, more: Record<string, unknown> = {}) => {
  const { data, meta } = await call(searchEntities, { q, ...more }, context)
  return { labels: data.map(({ label }) => label), ...meta }
}
const labelsOf = (rows: Entity[]) => rows.map(({ label }) => label)
const byId = (rows: Entity[]) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

describe('search', () => {
  after(() => graph.close())

  describe('searchEntities', () => {
    before(() => fill(graph, organization, { entities, deleted }))

    it('returns labels that contain every word of q, as a whole word or as a prefix', async () => {
      expect((await search('twi')).labels).to.have.members(['MT-011 Twill', 'the Twill and not or 50% {AND} "OR" NOT'])
      expect((await search('poplin stret 12')).labels).to.deep.equal(['MT-02 Poplin Stretch 120'])
      expect((await search('stretch poplin')).labels).to.deep.equal(['MT-02 Poplin Stretch 120'])
      expect((await search('mt 01')).labels).to.deep.equal(['MT-01 Poplin 120', 'MT-011 Twill'])
      expect((await search('oplin')).labels).to.deep.equal([])
      expect((await search('poplin twill')).labels).to.deep.equal([])
    })

    it('returns matches of the whole label or code first, then of whole words, then of prefixes, each ordered by ID', async () => {
      const isWhole = ({ label }: Entity) => label.toLowerCase().split(/\W+/).includes('poplin')
      const code = entities.filter((entity) => entity.label === 'POPLIN Shirt')
      const words = entities.filter((entity) => isWhole(entity) && !code.includes(entity))
      const prefixes = entities.filter((entity) => /poplin/i.test(entity.label) && !isWhole(entity))
      expect([words.length, prefixes.length]).to.deep.equal([4, 1])
      const expected = labelsOf([...code, ...byId(words), ...byId(prefixes)])
      expect((await search('poplin')).labels).to.deep.equal(expected)
      const paged = await walk(searchEntities, { q: 'poplin' }, context, [1, 2])
      expect(labelsOf(paged)).to.deep.equal(expected)
      expect((await search('poplin mills sup 17')).labels).to.deep.equal(['Poplin Mills (SUP-17)'])
      expect((await search('mt-01 poplin 120')).labels[0]).to.equal('MT-01 Poplin 120')
    })

    it('ignores case, accents, and Unicode composition', async () => {
      for (const q of ['ete', 'ÉTÉ', 'E\u0301te', 'grosse', 'GRÖSSE', 'gröss', 'popeline été größe']) {
        expect((await search(q)).labels, q).to.deep.equal(['MT-04 Popeline Été Größe'])
      }
    })

    it('has no stop words and no operators', async () => {
      const label = 'the Twill and not or 50% {AND} "OR" NOT'
      for (const q of ['the', 'and not', 'AND', 'NOT OR', 'the AND not', '50%', '"or"', '{and}', 'not twill']) {
        expect((await search(q)).labels, q).to.deep.equal([label])
      }
      expect((await search('poplin OR twill')).labels).to.deep.equal([])
    })

    it('filters by type, and returns all entities ordered by ID without q', async () => {
      expect((await search('poplin', { type: 'style' })).labels).to.deep.equal(['POPLIN Shirt', 'QM-7 Poplin shirt'])
      expect((await search('poplin', { type: 'sku' })).labels).to.deep.equal([])
      expect((await search('poplin', { type: 'supplier' })).labels).to.deep.equal(['Poplin Mills (SUP-17)'])
      const all = await call(searchEntities, {}, context)
      expect(all.data).to.deep.equal(byId(entities))
      expect(all.meta).to.deep.equal({ truncated: false })
      const materials = await call(searchEntities, { type: 'material' }, context)
      expect(materials.data).to.deep.equal(byId(entities.filter(({ type }) => type === 'material')))
    })

    it('returns an empty page if q contains no word', async () => {
      for (const q of ['-', '  ', '"*"', '( )', '%', '😀']) {
        const page = await call(searchEntities, { q }, context)
        expect(page, q).to.deep.equal({ data: [], links: { next: null }, meta: { truncated: false } })
      }
    })

    it('takes every character literally, so that no q reaches another organization', async () => {
      const part = fc.oneof(
        fc.constantFrom(
          ...'+-&|!(){}[]^"~*?:\\/ ',
          'AND',
          'OR',
          'NOT',
          'TO',
          'tenantKey:',
          'words:',
          'type:',
          '*:*',
          'poplin',
        ),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      )
      const own = new Set(entities.map(({ id }) => id))
      await fc.assert(
        fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 12 }), async (parts) => {
          const q = parts.join('').slice(0, 250)
          fc.pre(q.length > 0)
          const { data } = await call(searchEntities, { q }, context)
          for (const { id } of data) expect(own.has(id)).to.equal(true)
        }),
        { numRuns: 200 },
      )
      expect((await search(`tenantKey:${organization} poplin`)).labels).to.deep.equal([])
      expect(await codeOf(searchEntities, { q: '"'.repeat(500) }, context)).to.equal(null)
      expect(await codeOf(searchEntities, { q: 'é'.repeat(500) }, context)).to.equal(null)
      expect(await codeOf(searchEntities, { q: 'ab '.repeat(166) }, context)).to.equal(null)
      const distinct = Array.from({ length: 166 }, (_, at) => at.toString(36).padStart(2, 'z')).join(' ')
      expect(await codeOf(searchEntities, { q: distinct }, context)).to.equal(null)
    })

    it('rejects a cursor of another search', async () => {
      const page = await call(searchEntities, { q: 'poplin', limit: 1 }, context)
      const cursor = page.links.next ?? ''
      const others = [{ q: 'popli' }, { q: 'poplin', type: 'style' }, {}, { type: 'style' }, { q: '-' }]
      for (const other of others) {
        expect(await codeOf(searchEntities, { ...other, cursor }, context), JSON.stringify(other)).to.equal(
          'invalid_cursor',
        )
      }
      expect(await codeOf(searchEntities, { q: 'poplin', cursor, limit: 500 }, context)).to.equal(null)
      expect(await codeOf(searchEntities, { cursor: 'x' }, context)).to.equal('invalid_cursor')
    })
  })

  describe('a search with more than 10,000 hits', () => {
    const crowded = freshOrganization()
    const visitor = contextFor(graph, crowded)
    const crowd = Array.from({ length: 10_050 }, (_, at) => material(crowded, `MT-${at}`, 'Organic twilled poplin'))

    before(() =>
      fill(graph, crowded, {
        entities: [
          ...crowd,
          style(crowded, 'POPLIN', 'Shirt'),
          material(crowded, 'Z-1', 'Twill'),
          material(crowded, 'Z-2', 'Organic, no crowd: twill'),
          supplier(crowded, 'S-1'),
        ],
      }),
    )

    it('is truncated with a notice, and still lists the exact code first', async () => {
      const page = await call(searchEntities, { q: 'poplin', limit: 1000 }, visitor)
      expect(page.meta.truncated).to.equal(true)
      const [notice, ...others] = page.meta.notices ?? []
      expect([notice?.code, others.length]).to.deep.equal(['truncated', 0])
      expect(notice?.detail).to.match(/^More than 10,000 labels match q.*Add words or filters\.$/)
      expect(page.data[0]?.label).to.equal('POPLIN Shirt')
      const next = await call(searchEntities, { q: 'poplin', limit: 1000, cursor: page.links.next }, visitor)
      expect(next.meta.truncated).to.equal(true)
    })

    it('is truncated after the better matches, so that these are kept', async () => {
      const page = await call(searchEntities, { q: 'twill', limit: 2 }, visitor)
      expect(page.meta.truncated).to.equal(true)
      expect(page.data.map(({ label }) => label)).to.have.members(['Z-1 Twill', 'Z-2 Organic, no crowd: twill'])
      const turned = await call(searchEntities, { q: 'twill organic', limit: 1 }, visitor)
      expect(turned.meta.truncated).to.equal(true)
      expect(turned.data.map(({ label }) => label)).to.deep.equal(['Z-2 Organic, no crowd: twill'])
    })

    it('lists each of the 10,000 hits once', async () => {
      const rows = await walk(searchEntities, { q: 'organic', type: 'material' }, visitor, [1000])
      expect(rows.length).to.equal(10_000)
      expect(new Set(rows.map(({ id }) => id)).size).to.equal(10_000)
    })

    it('is not truncated if a filter by another type leaves few hits', async () => {
      const page = await call(searchEntities, { q: 'tessaro', type: 'supplier' }, visitor)
      expect(page.data.map(({ label }) => label)).to.deep.equal(['Tessaro Mills (S-1)'])
      expect(page.meta).to.deep.equal({ truncated: false })
    })
  })
})
