import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import { call, codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, sku, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization, type TestLink } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

const shirt = style(organization, 'S-1')
const next = style(organization, 'S-2')
const size = sku(organization, 'K-1')
const stubSku = sku(organization, 'K-STUB')
const mill = supplier(organization, 'V-1')
const closed = supplier(organization, 'V-2', 'Closed mill')
const lonely = material(organization, 'LONELY')

const sizeProperties = { colorwayCode: 'NVY', sizeCode: 'M', sizeIndex: 1 }
const production = { season: 'SS27', sourcingModel: null, allocationPercent: '60', state: null }
const seasons = { fromSeason: 'SS26', toSeason: 'SS27' }
const links: (TestLink & { id: string })[] = [
  { id: randomUUID(), type: 'HAS_SKU', from: shirt, to: size, properties: sizeProperties },
  { id: randomUUID(), type: 'HAS_SKU', from: shirt, to: stubSku, properties: sizeProperties },
  { id: randomUUID(), type: 'PRODUCED_BY', from: shirt, to: mill, properties: production },
  { id: randomUUID(), type: 'PRODUCED_BY', from: shirt, to: closed, properties: production },
  { id: randomUUID(), type: 'CARRIED_OVER_FROM', from: next, to: shirt, properties: seasons },
  { id: randomUUID(), type: 'CARRIED_OVER_FROM', from: shirt, to: shirt, properties: seasons },
]
const [hasSku, hasStub, , producedByClosed, carriedOver, loop] = links.map(({ id }) => id)
const entityId = shirt.id

const listed = async (filters: Record<string, unknown> = {}) =>
  (await call(listEntityRelationships, { entityId, ...filters }, context)).data

describe('listEntityRelationships', () => {
  before(() => fill(graph, organization, { entities: [shirt, next, size, mill, lonely], links, deleted: [closed] }))
  after(() => graph.close())

  it('returns a relationship with both ends, and its direction as seen from the entity', async () => {
    const rows = await listed()
    expect(rows.find(({ id }) => id === hasSku)).to.deep.equal({
      id: hasSku,
      type: 'HAS_SKU',
      direction: 'outgoing',
      hop: 1,
      from: { id: shirt.id, type: 'style', label: shirt.label, listed: true },
      to: { id: size.id, type: 'sku', label: size.label, listed: true },
      properties: sizeProperties,
      source: { system: 'plm', recordId: hasSku, extractedAt: '2027-03-14T02:10:00.000Z' },
      publicationId: null,
    })
    expect(rows.find(({ id }) => id === carriedOver)).to.deep.include({
      direction: 'incoming',
      from: { id: next.id, type: 'style', label: next.label, listed: true },
      to: { id: shirt.id, type: 'style', label: shirt.label, listed: true },
    })
  })

  it('returns the type and label, if known, of ends that are not listed', async () => {
    const rows = await listed()
    const endOf = (wanted: string | undefined) => rows.find(({ id }) => id === wanted)?.to
    expect(endOf(hasStub)).to.deep.equal({ id: stubSku.id, type: 'sku', label: null, listed: false })
    expect(endOf(producedByClosed)).to.deep.equal({
      id: closed.id,
      type: 'supplier',
      label: closed.label,
      listed: false,
    })
  })

  it('lists a relationship of an entity with itself in both directions', async () => {
    const own = (await listed({ relationshipType: ['CARRIED_OVER_FROM'] })).filter(({ id }) => id === loop)
    expect(own.map(({ direction }) => direction)).to.deep.equal(['incoming', 'outgoing'])
    for (const { from, to } of own) expect([from.id, to.id]).to.deep.equal([shirt.id, shirt.id])
  })

  it('filters by direction and types', async () => {
    expect((await listed({ direction: 'incoming' })).map(({ type }) => type)).to.deep.equal([
      'CARRIED_OVER_FROM',
      'CARRIED_OVER_FROM',
    ])
    const types = async (relationshipType: string[]) => [
      ...new Set((await listed({ relationshipType })).map(({ type }) => type)),
    ]
    expect(await types(['PRODUCED_BY'])).to.deep.equal(['PRODUCED_BY'])
    expect(await types(['PRODUCED_BY', 'HAS_SKU', 'PRODUCED_BY'])).to.deep.equal(['HAS_SKU', 'PRODUCED_BY'])
    expect(await types(['SUPPLIED_BY'])).to.deep.equal([])
    expect(await codeOf(listEntityRelationships, { entityId, relationshipType: [] }, context)).to.equal(
      'invalid_request',
    )
    expect(await codeOf(listEntityRelationships, { entityId, direction: 'both' }, context)).to.equal('invalid_request')
    expect(await codeOf(listEntityRelationships, { entityId, depth: 4 }, context)).to.equal('invalid_request')
  })

  it('returns an empty page for an entity without relationships', async () => {
    expect(await call(listEntityRelationships, { entityId: lonely.id }, context)).to.deep.equal({
      data: [],
      links: { next: null },
      meta: { truncated: { count: 0, nodes: [] } },
    })
    expect((await call(listEntityRelationships, { entityId: lonely.id, depth: 3 }, context)).data).to.deep.equal([])
  })

  it('accepts an ID in upper case, and a cursor only with the same entity, filters, and depth', async () => {
    const page = await call(listEntityRelationships, { entityId: entityId.toUpperCase(), limit: 2 }, context)
    const cursor = page.links.next
    expect(await codeOf(listEntityRelationships, { entityId, cursor, depth: 1 }, context)).to.equal(null)
    const strange = [
      { entityId: next.id, cursor },
      { entityId, cursor, direction: 'incoming' },
      { entityId, cursor, relationshipType: ['HAS_SKU'] },
      { entityId, cursor, depth: 2 },
    ]
    for (const input of strange)
      expect(await codeOf(listEntityRelationships, input, context)).to.equal('invalid_cursor')
    const types = ['PRODUCED_BY', 'HAS_SKU']
    const typed = await call(listEntityRelationships, { entityId, relationshipType: types, limit: 1 }, context)
    const again = { entityId, relationshipType: ['HAS_SKU', 'PRODUCED_BY', 'HAS_SKU'], cursor: typed.links.next }
    expect((await call(listEntityRelationships, again, context)).data.length).to.equal(3)
  })
})
