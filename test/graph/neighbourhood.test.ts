import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { perform } from '../../api/core/perform.ts'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import type { Entity, Relationship } from '../../schemas/graph/entities.ts'
import type { RelationshipType } from '../../schemas/graph/link-types.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { propertiesOf } from '../support/graph/link-properties.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => material(organization, `${prefix}-${at}`))

const root = material(organization, 'ROOT')
const middle = named('MIDDLE', 3)
const leaves = named('LEAF', 6)
const deep = material(organization, 'DEEP')
const deleted = material(organization, 'DELETED')
const behind = material(organization, 'BEHIND')
const hub = material(organization, 'HUB')
const spokes = named('SPOKE', 60)
const star = material(organization, 'STAR')
const arms = named('ARM', 40)

const link = (type: RelationshipType, from: Entity, to: Entity) => ({
  id: randomUUID(),
  type,
  from,
  to,
  properties: propertiesOf(type),
})

const tree = [
  ...middle.map((to) => link('MADE_FROM', root, to)),
  ...leaves.map((to, at) => link('MADE_FROM', middle[at % 3] ?? root, to)),
  link('SUBSTITUTE_FOR', leaves[0] ?? root, leaves[1] ?? root),
  link('SUBSTITUTE_FOR', deep, leaves[2] ?? root),
  link('MADE_FROM', root, deleted),
  link('MADE_FROM', deleted, behind),
]
const wheel = spokes.map((from) => link('MADE_FROM', from, hub))
/** 40 entities with 30 links each: more than 1,000 relationships within two hops. */
const burst = arms.flatMap((arm, at) => [
  link('MADE_FROM', star, arm),
  ...Array.from({ length: 29 }, (_, other) => link('SUBSTITUTE_FOR', arm, spokes[(at + other) % 60] ?? hub)),
])
const everything = [...tree, ...wheel, ...burst]

const keyOf = ({ hop, direction, from, to, type, id }: Relationship) =>
  `${hop} ${direction === 'outgoing' ? from.id : to.id} ${type} ${id}`
const near = async (start: Entity, more: Record<string, unknown>) =>
  call(listEntityRelationships, { entityId: start.id, limit: 1000, ...more }, context)
const linkIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

describe('a neighbourhood', () => {
  before(() =>
    fill(graph, organization, {
      entities: [root, ...middle, ...leaves, deep, behind, hub, ...spokes, star, ...arms],
      links: everything,
      deleted: [deleted],
    }),
  )
  after(() => graph.close())

  it('contains each relationship within the depth once, ordered by hop, nearer end, type, and ID', async () => {
    for (const [depth, count] of [
      [2, 10],
      [3, 12],
    ]) {
      const { data, meta } = await near(root, { depth })
      expect(data.map(keyOf)).to.deep.equal(data.map(keyOf).sort())
      expect(new Set(data.map(({ id }) => id)).size).to.equal(data.length)
      expect(data.length, `depth ${depth}`).to.equal(count)
      expect(meta).to.deep.equal({ truncated: { count: 0, nodes: [] } })
    }
    const whole = tree.filter(({ to }) => to !== behind)
    expect(linkIds((await near(root, { depth: 3 })).data)).to.deep.equal(linkIds(whole))
  })

  it('shows directions as seen from the nearer end, and does not traverse entities that are not listed', async () => {
    const { data } = await near(root, { depth: 3 })
    const last = data.find(({ from }) => from.id === deep.id)
    expect(last).to.include({ direction: 'incoming', hop: 3 })
    expect(data.some(({ to }) => to.id === deleted.id && !to.listed)).to.equal(true)
    expect(data.some(({ to }) => to.id === behind.id)).to.equal(false)
  })

  it('applies direction and relationshipType at each hop', async () => {
    const outgoing = await near(root, { depth: 3, direction: 'outgoing', relationshipType: ['MADE_FROM'] })
    expect(outgoing.data.length).to.equal(10)
    for (const row of outgoing.data) expect(row).to.include({ direction: 'outgoing', type: 'MADE_FROM' })
    expect((await near(root, { depth: 3, direction: 'incoming' })).data).to.deep.equal([])
    const leaf = leaves[0] ?? root
    const upwards = await near(leaf, { depth: 2, direction: 'incoming' })
    expect(upwards.data.map(({ hop }) => hop)).to.deep.equal([1, 2])
  })

  it('returns only relationships whose farther end has the type, and traverses entities of all types', async () => {
    const own = freshOrganization()
    const reader = contextFor(graph, own)
    const [shirt, cloth, mill] = [style(own, 'S-1'), material(own, 'M-1'), supplier(own, 'V-1')]
    const others = [style(own, 'S-2'), style(own, 'S-3')]
    const links = [
      link('USES_MATERIAL', shirt, cloth),
      ...others.map((other) => link('USES_MATERIAL', other, cloth)),
      link('SUPPLIED_BY', cloth, mill),
      link('PRODUCED_BY', others[0] ?? shirt, mill),
    ]
    await fill(graph, own, { entities: [shirt, cloth, mill, ...others], links })
    const nearby = (more: object) => ({ entityId: shirt.id, depth: 3, ...more })
    const all = await walk(listEntityRelationships, nearby({}), reader, [1000])
    expect(all).to.have.length(5)
    for (const to of ['style', 'material', 'supplier', 'sku'] as const) {
      const expected = all.filter((row) => (row.direction === 'outgoing' ? row.to : row.from).type === to)
      for (const limits of [[1000], [1], [2, 1]])
        expect(await walk(listEntityRelationships, nearby({ to }), reader, limits), to).to.deep.equal(expected)
    }
    // The link between the style S-2 and the supplier is shown as seen from the end with the lower ID.
    const isSeenFromMill = mill.id < (others[0]?.id ?? '')
    const towardsStyles = all.filter((row) => row.direction === 'incoming' && row.from.type === 'style')
    expect(towardsStyles).to.have.length(isSeenFromMill ? 3 : 2)
    const page = await call(listEntityRelationships, nearby({ to: 'style', limit: 1 }), reader)
    for (const other of [{}, { to: 'supplier' }])
      expect(await codeOf(listEntityRelationships, nearby({ ...other, cursor: page.links.next }), reader)).to.equal(
        'invalid_cursor',
      )
  })

  it('rejects `to` at depth 1, and explains why', async () => {
    for (const depth of [{}, { depth: 1 }]) {
      const refusal = await perform(
        listEntityRelationships,
        { entityId: root.id, to: 'style', ...depth },
        context,
      ).catch((error) => error)
      expect(refusal).to.include({ code: 'invalid_request' })
      expect(refusal.errors).to.deep.equal([
        {
          in: 'query',
          name: 'to',
          detail:
            'requires depth 2 or 3, or distinct. At depth 1 use relationshipType, which determines the type of the other end',
        },
      ])
    }
  })

  it('contains the first 50 relationships of each entity, and names entities that have more', async () => {
    const { data, meta } = await near(hub, { depth: 2, relationshipType: ['MADE_FROM'] })
    const first = wheel
      .map(({ id }) => id)
      .sort()
      .slice(0, 50)
    expect(data.map(({ id }) => id)).to.deep.equal(first)
    expect(meta.truncated).to.deep.equal({ count: 1, nodes: [hub.id] })
    expect(meta.notices).to.have.length(1)
    expect(meta.notices?.[0]?.code).to.equal('truncated')
    expect(meta.notices?.[0]?.detail).to.match(/^1 entity has more relationships than are listed/)
  })

  it('ends at 1,000 relationships, and counts the entities whose relationships are not all listed', async () => {
    const { data, meta, links } = await near(star, { depth: 2 })
    expect(data.length).to.equal(1000)
    expect(links.next).to.equal(null)
    const whole = arms.filter((arm) =>
      burst.filter(({ from }) => from === arm).every(({ id }) => linkIds(data).includes(id)),
    )
    const partly = arms
      .filter((arm) => !whole.includes(arm))
      .map(({ id }) => id)
      .sort()
    expect(meta.truncated).to.deep.equal({ count: partly.length, nodes: partly })
    const deeper = await near(star, { depth: 3 })
    expect(deeper.data).to.deep.equal(data)
    expect(deeper.meta.truncated.count).to.be.above(50)
    expect(deeper.meta.truncated.nodes.length).to.equal(50)
  })

  it('reads no BOM history if no end can have one', async () => {
    const names: string[] = []
    const watched: typeof context = {
      ...context,
      read(query, params) {
        names.push(query.name)
        return context.read(query, params)
      },
    }
    const { data } = await call(
      listEntityRelationships,
      { entityId: root.id, direction: 'outgoing', depth: 3 },
      watched,
    )
    expect(data.some(({ hop }) => hop === 3)).to.equal(true)
    expect(names).to.deep.equal(['graph/listLinks', 'graph/listLinks', 'graph/listLinks'])
  })

  it('contains the same rows for any page size', async () => {
    for (const start of [root, star]) {
      const whole = (await near(start, { depth: 3 })).data
      for (const limits of [
        [3, 400],
        [7, 250, 1000],
        [999, 1],
      ]) {
        const rows = await walk(listEntityRelationships, { entityId: start.id, depth: 3 }, context, limits)
        expect(rows).to.deep.equal(whole)
      }
    }
    const page = await near(root, { depth: 2, limit: 1 })
    const cursor = page.links.next
    expect(await codeOf(listEntityRelationships, { entityId: root.id, depth: 3, cursor }, context)).to.equal(
      'invalid_cursor',
    )
    expect(await codeOf(listEntityRelationships, { entityId: root.id, cursor }, context)).to.equal('invalid_cursor')
  })
})
