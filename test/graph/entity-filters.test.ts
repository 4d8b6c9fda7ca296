import { expect } from 'chai'
import fc from 'fast-check'
import type { ApiError } from '../../api/core/errors.ts'
import { kinds } from '../../api/exports/recipes/index.ts'
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

const gtins = ['4006381333931', '9521234543213', null]
const cotton = { fibre: 'cotton', percent: '97' }
/** Codes that entities had before. The last one is also a current code of some of them. */
const former = ['OLD-1', 'OLD-2', 'IT-4 3']

const made = Array.from({ length: 120 }, (_, at): Entity => {
  const make = [style, material, supplier, sku][at % 4] ?? style
  const entity: Entity = make(organization, `R-${at}`)
  const states = entityTypes[entity.type].lifecycleStates
  const state = states[(at >> 2) % states.length]
  // Many entities have the same time, as after a bulk load.
  Object.assign(entity, { lifecycleState: state, updatedAt: day(1 + ((at * 7) % 5)) })
  const turn = at >> 2
  if (entity.type === 'style') entity.attributes.season = seasons[turn % seasons.length] ?? null
  if (entity.type === 'supplier') entity.attributes.countryCode = ['PT', 'CN', null][turn % 3] ?? null
  if (entity.type === 'sku') entity.attributes.gtin = gtins[turn % 10] ?? null
  if (entity.type === 'material')
    Object.assign(entity.attributes, {
      materialType: ['fabric', 'trim', 'Twill & "co"', null][turn % 4],
      countryOfOrigin: ['PT', 'IN', null][turn % 3],
      certifications: [[], ['GOTS'], ['GOTS', 'OEKO-TEX 100']][turn % 3],
      composition: [[], [cotton], [cotton, { fibre: 'elastane', percent: '3' }]][(turn >> 1) % 3],
    })
  // One of nine current codes, in one of two systems, and one of the previous codes.
  const { firstSeenAt, lastSeenAt } = entity.externalReferences[0] ?? { firstSeenAt: '', lastSeenAt: '' }
  const seen = { instance: 'main', isPrimary: false, firstSeenAt, lastSeenAt }
  entity.externalReferences.push(
    { system: at % 2 ? 'erp' : 'wms', kind: 'item', value: `${['IT', 'it'][turn % 2]}-4 ${at % 9}`, ...seen },
    { system: 'erp', kind: 'item', value: `${former[at % 3]}`, ...seen },
  )
  return entity
})
const suppliedBy = made.flatMap((from, at) => {
  const to = made.find(({ type }) => type === 'supplier')
  return from.type === 'material' && to
    ? [{ type: 'SUPPLIED_BY' as const, from, to, properties: { mpn: ['QO-77', 'IT-4 1', null][(at >> 2) % 3] } }]
    : []
})
const mpnOf = ({ id }: Entity) => suppliedBy.find(({ from }) => from.id === id)?.properties.mpn ?? null
const deleted = { ...style(organization, 'GONE'), updatedAt: day(9) }

interface Filters {
  type?: Entity['type'] | undefined
  q?: string | undefined
  lifecycleState?: string | undefined
  season?: string | undefined
  updatedSince?: string | undefined
  code?: string | undefined
  materialType?: string | undefined
  countryCode?: string | undefined
  certification?: string | undefined
  fibre?: string | undefined
}

const without = (text: string) => [...text.toLowerCase()].filter((letter) => !' -_./'.includes(letter)).join('')

/** The codes of an entity: the current ones, and the previous ones. */
function codesOf(entity: Entity): [string[], string[]] {
  const own = Object.entries(entity.attributes)
    .filter(([name]) => ['styleNumber', 'skuCode', 'materialNumber', 'supplierCode', 'gtin'].includes(name))
    .map(([, value]) => value as string | null)
  const values = entity.externalReferences.map(({ value }) => value)
  const isFormer = (code: string) => former.includes(code)
  const current = [...own, mpnOf(entity), ...values.filter((code) => !isFormer(code))].filter((code) => code !== null)
  return [current, values.filter((code) => isFormer(code) && !current.includes(code))]
}

/** The entities that match a code best, and whether only loosely: without case and separators, or by label. */
function withCode(code: string, entities: readonly Entity[]): { entities: Entity[]; isLoose: boolean } {
  const having = (isWanted: (codes: [string[], string[]], label: string) => boolean) =>
    entities.filter((entity) => isWanted(codesOf(entity), entity.label))
  const best = [
    having(([current]) => current.includes(code)),
    having(([, before]) => before.includes(code)),
    having(([current]) => current.map(without).includes(without(code))),
    having(([, before]) => before.map(without).includes(without(code))),
    having((_, label) => label.toLowerCase() === code.toLowerCase()),
  ]
  const at = best.findIndex((found) => found.length > 0)
  return { entities: best[at] ?? [], isLoose: at > 1 }
}

const isFound =
  ({ type, q, lifecycleState, season, updatedSince, materialType, countryCode, certification, fibre }: Filters) =>
  (entity: Entity) =>
    (type === undefined || entity.type === type) &&
    (q === undefined || entity.label.toLowerCase().includes(q)) &&
    (lifecycleState === undefined || entity.lifecycleState === lifecycleState) &&
    (season === undefined || (entity.type === 'style' && entity.attributes.season === season)) &&
    (updatedSince === undefined || entity.updatedAt >= updatedSince) &&
    (materialType === undefined || (entity.type === 'material' && entity.attributes.materialType === materialType)) &&
    (countryCode === undefined || countryOf(entity) === countryCode) &&
    (certification === undefined || (entity.type === 'material' && isCertified(entity.attributes, certification))) &&
    (fibre === undefined ||
      (entity.type === 'material' && entity.attributes.composition.some((part) => part.fibre === fibre)))

function countryOf({ type, attributes }: Entity): string | null {
  const { countryCode = null, countryOfOrigin = null } = attributes as Record<string, string | null>
  return type === 'supplier' ? countryCode : type === 'material' ? countryOfOrigin : null
}

function isCertified({ certifications }: { certifications: string[] }, name: string): boolean {
  return name === 'none' ? certifications.length === 0 : certifications.includes(name)
}

const byId = (a: Entity, b: Entity) => (a.id < b.id ? -1 : 1)
const byTime = (a: Entity, b: Entity) => (a.updatedAt === b.updatedAt ? byId(a, b) : a.updatedAt < b.updatedAt ? -1 : 1)

/** A value in a quarter of all cases, so that combinations rarely exclude all entities. */
const seldom = <T>(...values: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })
const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })
const anyFilters = fc.record({
  type: maybe<Entity['type']>('style', 'material', 'supplier', 'sku', 'bom_publication'),
  // Each of these is a whole word wherever it occurs in labels, so that all matches have the same rank.
  q: maybe('rain', 'poplin', 'navy', 'mills'),
  lifecycleState: maybe('development', 'approved', 'discontinued', 'active', 'dropped'),
  season: seldom('SS27', 'FW26', 'Été "7"', 'ss27'),
  updatedSince: maybe(day(1), day(3), '2027-03-03T02:10:00.001Z', day(5), day(6)),
})

const codes = [
  ...[
    'R-5',
    'r 5',
    'R-6 Rain jacket',
    'r-9 poplin 120',
    'IT-4 1',
    'it-4 1',
    'IT_4.2',
    'IT4/3',
    'OLD-1',
    'old 2',
    'QO-77',
    'qo77',
  ],
  ...['4006381333931', '400 6381 33393-1', 'ABSENT', '-', 'R*', 'GONE'],
]
const anyValues = fc.record({
  type: maybe<Entity['type']>('style', 'material', 'supplier', 'sku'),
  lifecycleState: seldom('development', 'approved', 'active'),
  season: seldom('SS27', 'FW26'),
  updatedSince: seldom(day(2), day(4)),
  materialType: seldom('fabric', 'trim', 'Twill & "co"', 'Fabric'),
  countryCode: seldom('PT', 'IN', 'CN', 'pt'),
  certification: seldom('none', 'GOTS', 'OEKO-TEX 100', 'GRS'),
  fibre: seldom('cotton', 'elastane', 'cottom'),
})

describe('filters of entities', () => {
  before(() => fill(graph, organization, { entities: made, deleted: [deleted], links: suppliedBy, former }))
  after(() => graph.close())

  it('return the entities that have all values, in order, for any page size', async () => {
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

  it('return and count the entities that have all values and match the code best', async () => {
    let [found, loose] = [0, 0]
    const anyCode = fc.option(fc.constantFrom(...codes), { nil: undefined, freq: 3 })
    const anyWord = seldom('rain', 'poplin', 'mills')
    const asked = fc.tuple(anyValues, anyCode, anyWord, fc.constantFrom([1000], [1], [7, 2]))
    await fc.assert(
      fc.asyncProperty(asked, async ([values, code, word, limits]) => {
        const filters = { ...values, ...(code === undefined ? { q: word } : { code }) }
        const rest = made.filter(isFound(filters))
        const matched = code === undefined ? { entities: rest, isLoose: false } : withCode(code, rest)
        const expected = matched.entities.sort(filters.updatedSince === undefined ? byId : byTime)
        expect(await walk(searchEntities, filters, context, limits)).to.deep.equal(expected)
        const { meta } = await call(searchEntities, { ...filters, count: true, limit: 1 }, context)
        expect(meta.count).to.equal(expected.length)
        const isSaid = (meta.notices ?? []).some((notice) => notice.code === 'matched_loosely')
        expect(isSaid).to.equal(matched.isLoose)
        found += expected.length
        loose += isSaid ? 1 : 0
      }),
      { numRuns: 250, examples: codes.map((code) => [[{}, code, undefined, [1000]]]) },
    )
    expect([found > 500, loose > 5], `${found} entities, ${loose} loose matches`).to.deep.equal([true, true])
  })

  it('report values that no entity has, with suggestions', async () => {
    const noticesOf = async (filters: Filters) => (await call(searchEntities, filters, context)).meta.notices ?? []
    const summaryOf = async (filters: Filters) =>
      (await noticesOf(filters)).map(({ code, name, value, suggestions }) => [code, name, value, ...suggestions])
    expect(await summaryOf({ season: 'ss-27' })).to.deep.equal([['no_such_value', 'season', 'ss-27', 'SS27']])
    expect(await summaryOf({ fibre: 'cottom', season: 'FW26' })).to.deep.equal([
      ['no_such_value', 'fibre', 'cottom', 'cotton'],
    ])
    expect(await summaryOf({ materialType: 'Fabric' })).to.deep.equal([
      ['no_such_value', 'materialType', 'Fabric', 'fabric'],
    ])
    // No value is similar, and there are few: all of them are suggested.
    expect(await summaryOf({ countryCode: 'DE' })).to.deep.equal([
      ['no_such_value', 'countryCode', 'DE', 'CN', 'IN', 'PT'],
    ])
    expect(await summaryOf({ certification: 'oekotex100' })).to.deep.equal([
      ['no_such_value', 'certification', 'oekotex100', 'OEKO-TEX 100'],
    ])
    expect(await summaryOf({ code: 'R-1O3' })).to.deep.equal([
      ['no_such_value', 'code', 'R-1O3', 'R-103', 'R-113', 'R-13'],
    ])
    // Each value occurs, but no entity has all of them.
    expect(
      await summaryOf({ certification: 'none', fibre: 'elastane', materialType: 'trim', countryCode: 'CN' }),
    ).to.deep.equal([])
    const [notice] = await noticesOf({ season: 'ss27' })
    expect(notice?.detail).to.equal('No style has this season. Use one of the suggestions.')
  })

  it('reject a code together with q, in exports too', async () => {
    expect(await codeOf(searchEntities, { code: 'R-1', q: 'rain' }, context)).to.equal('invalid_request')
    const recipe = kinds.entities
    const refused = await recipe.resolve({ code: 'R-1', q: 'rain' }, context).catch((error: unknown) => error)
    expect((refused as ApiError).errors?.map(({ name }) => name)).to.deep.equal(['parameters.q', 'parameters.code'])
    expect(await recipe.resolve({ code: 'R-1' }, context)).to.deep.equal({ code: 'R-1' })
  })

  it('count up to 10,000, and report if counting stopped there', async () => {
    const crowded = freshOrganization()
    const visitor = contextFor(graph, crowded)
    const crowd = Array.from({ length: 10_001 }, (_, at) => material(crowded, `M-${at}`, 'Twill'))
    await fill(graph, crowded, { entities: crowd })
    for (const filters of [{}, { type: 'material' }, { q: 'twill' }, { fibre: 'cotton' }, { updatedSince: day(1) }]) {
      const { meta } = await call(searchEntities, { ...filters, count: true, limit: 1 }, visitor)
      expect(meta.count).to.equal(10_000)
      expect((meta.notices ?? []).at(-1)?.detail, JSON.stringify(filters)).to.match(
        /^Counting stopped at 10,000 entities\./,
      )
    }
    const { meta } = await call(searchEntities, { code: 'M-77', count: true }, visitor)
    expect(meta).to.deep.equal({ truncated: false, count: 1 })
  })

  it('return cursors that are valid for the same filters only', async () => {
    const page = await call(searchEntities, { updatedSince: day(2), limit: 3 }, context)
    const cursor = page.links.next
    for (const other of [{}, { updatedSince: day(3) }, { updatedSince: day(2), type: 'style' }, { season: 'SS27' }])
      expect(await codeOf(searchEntities, { ...other, cursor }, context)).to.equal('invalid_cursor')
    expect(await codeOf(searchEntities, { updatedSince: day(2), cursor, limit: 9 }, context)).to.equal(null)
  })

  it('return an entity that changes during pagination with updatedSince again at the end', async () => {
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

  it('are rejected if they are not a lifecycle state, a time, or a valid season', async () => {
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
