import { expect } from 'chai'
import fc from 'fast-check'
import { listEntityRelationships } from '../../api/operations/graph/list-entity-relationships.ts'
import type { Entity, Relationship } from '../../schemas/graph/entities.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization, type TestLink } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const context = contextFor(graph, organization)

const seasons = ['SS27', 'FW26', null]
const styles = Array.from({ length: 12 }, (_, at) => {
  const one = style(organization, `S-${at}`)
  one.attributes.season = seasons[at % 3] ?? null
  one.lifecycleState = at % 2 ? 'development' : 'production'
  return one
})
const materials = Array.from({ length: 6 }, (_, at) => {
  const one = material(organization, `M-${at}`)
  one.attributes.countryOfOrigin = ['PT', 'IN'][at % 2] ?? null
  return one
})
const suppliers = Array.from({ length: 3 }, (_, at) => {
  const one = supplier(organization, `V-${at}`)
  one.attributes.countryCode = ['IT', 'CN', null][at] ?? null
  return one
})
const entities: Entity[] = [...styles, ...materials, ...suppliers]
const stub = { id: '00000000-0000-5000-8000-000000000001', type: 'supplier' as const }
const links: TestLink[] = [
  ...styles.flatMap((from, at) =>
    [at, at * 5 + 1, at * 5 + 1].map(
      (to): TestLink => ({ type: 'USES_MATERIAL', from, to: materials[to % 6] ?? stub }),
    ),
  ),
  ...materials.flatMap((from, at) =>
    [at, at + 1].map((to): TestLink => ({ type: 'SUPPLIED_BY', from, to: suppliers[to % 3] ?? stub })),
  ),
  ...styles.map(
    (from, at): TestLink => ({ type: 'PRODUCED_BY', from, to: at % 4 ? (suppliers[at % 3] ?? stub) : stub }),
  ),
].map((link, at) => ({ ...link, id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` }))

const byId = new Map(entities.map((entity) => [entity.id, entity]))
const farOf = ({ direction, from, to }: Relationship) => (direction === 'outgoing' ? to : from)

/** Traversal computed independently of the graph: hop by hop in the order of IDs, each relationship once. */
function walked(root: string, depth: number) {
  const found: { hop: number; near: string; far: string; key: string }[] = []
  const seen = new Set<string>()
  const reached = new Set([root])
  let nodes = [root]
  for (let hop = 1; hop <= depth; hop++) {
    for (const near of nodes) {
      const own = links
        .filter(({ from, to }) => from.id === near || to.id === near)
        .map(({ id, type, from, to }) => ({ key: `${type}/${id}`, far: from.id === near ? to.id : from.id }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      for (const { key, far } of own) {
        if (seen.has(key)) continue
        seen.add(key)
        found.push({ hop, near, far, key })
      }
    }
    const fresh = new Set(
      found.filter((edge) => edge.hop === hop && byId.has(edge.far) && !reached.has(edge.far)).map(({ far }) => far),
    )
    for (const id of fresh) reached.add(id)
    nodes = [...fresh].sort()
  }
  return found
}

interface Far {
  to?: Entity['type'] | undefined
  toSeason?: string | undefined
  toLifecycleState?: string | undefined
  toCountryCode?: string | undefined
}

function isFar({ to, toSeason, toLifecycleState, toCountryCode }: Far, id: string): boolean {
  const entity = byId.get(id)
  if (to === undefined) return true
  if (!entity) return to === stub.type && [toSeason, toLifecycleState, toCountryCode].every((one) => one === undefined)
  const { season, countryCode, countryOfOrigin } = entity.attributes as Record<string, unknown>
  return (
    entity.type === to &&
    (toSeason === undefined || season === toSeason) &&
    (toLifecycleState === undefined || entity.lifecycleState === toLifecycleState) &&
    (toCountryCode === undefined || (countryCode ?? countryOfOrigin) === toCountryCode)
  )
}

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const anyFar: fc.Arbitrary<Far> = fc.oneof(
  fc.record({ to: maybe<Entity['type']>('style', 'material', 'supplier', 'sku') }),
  fc.record({
    to: fc.constant('style' as const),
    toSeason: maybe('SS27', 'FW26', 'SS99'),
    toLifecycleState: maybe('development', 'production'),
  }),
  fc.record({
    to: fc.constantFrom('supplier' as const, 'material' as const),
    toCountryCode: maybe('IT', 'CN', 'PT', 'DE'),
  }),
)

describe('filters of the farther ends of relationships', () => {
  before(() => fill(graph, organization, { entities, links }))
  after(() => graph.close())

  it('return ends by type, season, state, or country; with `distinct` each once, with its path and number of links', async () => {
    const asked = fc.tuple(
      fc.constantFrom(...entities),
      fc.integer({ min: 1, max: 3 }),
      anyFar,
      fc.boolean(),
      fc.constantFrom([1000], [1], [3, 2]),
    )
    let ends = 0
    await fc.assert(
      fc.asyncProperty(asked, async ([root, hops, far, distinct, limits]) => {
        const depth = distinct ? hops : Math.max(2, hops)
        const edges = walked(root.id, depth).filter((edge) => isFar(far, edge.far))
        const first = edges.filter(
          ({ far: id }, at) => id !== root.id && edges.findIndex((one) => one.far === id) === at,
        )
        const expected = (distinct ? first : edges).map(({ hop, near, key, far: id }) =>
          [hop, near, key, id, ...(distinct ? [edges.filter((one) => one.far === id).length] : [])].join(' '),
        )
        const given = { entityId: root.id, depth, ...far, ...(distinct ? { distinct } : {}) }
        const rows = await walk(listEntityRelationships, given, context, limits)
        const shown = rows.map((row) => {
          const near = row.direction === 'outgoing' ? row.from : row.to
          return [row.hop, near.id, `${row.type}/${row.id}`, farOf(row).id, ...(distinct ? [row.links] : [])].join(' ')
        })
        expect(shown).to.deep.equal(expected)
        for (const row of rows)
          if (distinct) requirePath(root.id, row)
          else expect(row).to.not.have.any.keys('links', 'via')
        ends += distinct ? rows.length : 0
      }),
      { numRuns: 150 },
    )
    expect(ends, 'ends that were listed once').to.be.above(100)
  })

  /** Checks that `via` starts at the root, ends at the farther end, has `hop` steps, and that each step is a link. */
  function requirePath(root: string, row: Relationship): void {
    const ids = (row.via ?? []).map(({ id }) => id)
    expect([ids[0], ids.at(-1), ids.length]).to.deep.equal([root, farOf(row).id, row.hop + 1])
    for (const [at, id] of ids.slice(1).entries())
      expect(
        links.some(({ from, to }) => [from.id, to.id].includes(id) && [from.id, to.id].includes(ids[at] ?? '')),
      ).to.equal(true)
    for (const { id, label } of row.via ?? []) expect(label).to.equal(byId.get(id)?.label ?? null)
  }

  it('are rejected if entities of the type cannot have the value', async () => {
    const entityId = styles[0]?.id
    for (const filters of [
      { depth: 2, toSeason: 'SS27' },
      { depth: 2, to: 'material', toSeason: 'SS27' },
      { depth: 2, to: 'style', toCountryCode: 'PT' },
      { depth: 2, toLifecycleState: 'approved' },
      { to: 'supplier', toCountryCode: 'PT' },
    ])
      expect(await codeOf(listEntityRelationships, { entityId, ...filters }, context)).to.equal('invalid_request')
  })

  it('report a value that no entity has, and that the traversal was truncated', async () => {
    const entityId = suppliers[0]?.id
    const missed = await call(listEntityRelationships, { entityId, depth: 2, to: 'style', toSeason: 'ss27' }, context)
    const [notice] = missed.meta.notices ?? []
    expect([notice?.code, notice?.name, notice?.suggestions]).to.deep.equal(['no_such_value', 'toSeason', ['SS27']])
    const own = freshOrganization()
    const hub = supplier(own, 'HUB')
    const many = Array.from({ length: 60 }, (_, at) => material(own, `M-${at}`))
    await fill(graph, own, {
      entities: [hub, ...many],
      links: many.map((from) => ({ type: 'SUPPLIED_BY', from, to: hub })),
    })
    const reader = contextFor(graph, own)
    const cut = await call(listEntityRelationships, { entityId: hub.id, depth: 2 }, reader)
    expect(cut.meta.notices?.map(({ code }) => code)).to.deep.equal(['truncated'])
    expect(cut.meta.notices?.[0]?.detail).to.match(
      /^1 entity has more relationships than are listed: .* first 50 .* 1,000 in total\./,
    )
    const whole = await call(listEntityRelationships, { entityId: hub.id, distinct: true }, reader)
    expect([whole.data.length, whole.meta.notices]).to.deep.equal([60, undefined])
  })
})
