import { expect } from 'chai'
import { canonicalId } from '../../domain/identity/identity.ts'
import type { ListNotice } from '../../schemas/common.ts'
import type {
  PositionException,
  PositionExceptionSummary,
  ServedPositionException,
} from '../../schemas/materials/exceptions.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { createChance } from '../support/bom/bom-model.ts'
import { material, supplier } from '../support/graph/entities.ts'
import { claimCodes, fill, type TestLink, unlink } from '../support/graph/graph.ts'
import { refreshSearch } from '../support/graph/stored-nodes.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { type ConnectedApi, startConnectedApi } from '../support/materials/connected-api.ts'
import { at, connectedRecord, dataset, exception, HOUR_MS, load, NOW } from '../support/materials/connected-rows.ts'

const PATH = '/v1/material-position-exceptions'
const MATERIALS = ['M-0', 'M-1', 'M-2', 'M-3', 'M-4', 'M-5', 'M-6', 'M-7', 'M-8'] as const
const SUPPLIERS = ['SUP-1', 'SUP-2', 'SUP-3']
/** A supplier that is not nominated for any material. */
const UNUSED = 'SUP-40'
const STEWARDS: Record<string, string | null> = {
  'erp.material_stock': 'Planning',
  'wms.material_stock': 'Logistics',
  'plm.bom': null,
}
const severities = ['critical', 'high', 'medium', 'low'] as const
const lower = { critical: 'high', high: 'medium', medium: 'low', low: 'low' } as const

/** The suppliers that are nominated for material number n: none for material 0, two for material 1. */
const nominated = (n: number) => (n === 0 ? [] : n === 1 ? ['SUP-1', 'SUP-2'] : [SUPPLIERS[n % 3] ?? ''])

describe('the list of exceptions by order, supplier, system, steward, and time', () => {
  let world: ConnectedApi
  let stored: PositionException[]
  const supplierIdOf = (organization: string, code: string) =>
    canonicalId(organization, 'supplier', { system: 'plm', instance: 'main', recordId: code })

  function exceptionsOf(organization: string): PositionException[] {
    const { below, pick } = createChance(46)
    const end = (id: string, code: string) => ({ id, code, label: code })
    return Array.from({ length: 160 }, (_, n) => {
      const material = pick(MATERIALS)
      const factory = pick(['F-0', 'F-1'])
      const time = at(-below(6) * HOUR_MS)
      return exception(organization, `${n}`, {
        code: pick(['QUANTITY_MISMATCH', 'SHORTAGE', 'ORPHAN_FACTORY'] as const),
        severity: pick(severities),
        status: below(4) === 0 ? 'resolved' : 'open',
        material: end(materialIdOf(organization, material), material),
        factory: end(factoryIdOf(organization, factory), factory),
        systems: [...pick([['erp'], ['erp', 'wms'], ['wms']])],
        datasetIds: [...pick([['erp.material_stock'], ['plm.bom', 'wms.material_stock'], []])],
        firstSeenAt: time,
        lastSeenAt: time,
      })
    })
  }

  /** A link between each material and each supplier, with an ID that is made of theirs. */
  function linksOf(organization: string, isFlipped: boolean): (TestLink & { id: string })[] {
    return MATERIALS.flatMap((code, n) =>
      SUPPLIERS.map((supplierCode) => {
        const from = { id: materialIdOf(organization, code), type: 'material' } as const
        const to = { id: supplierIdOf(organization, supplierCode), type: 'supplier' } as const
        const isNominated = nominated(n).includes(supplierCode) !== isFlipped
        return { id: `${from.id}${to.id}`, type: 'SUPPLIED_BY', from, to, properties: { isNominated } }
      }),
    )
  }

  /** Replaces all links. If flipped, each supplier is nominated for exactly the other materials. */
  async function nominate(organization: string, isFlipped: boolean): Promise<void> {
    const links = linksOf(organization, isFlipped)
    await unlink(
      world.graph,
      organization,
      links.map(({ id }) => id),
    )
    await fill(world.graph, organization, { links })
  }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    stored = exceptionsOf(ours.key)
    for (const { key } of [ours, theirs]) {
      await fillConnected(graph, key, {
        exceptions: exceptionsOf(key),
        records: [
          ...MATERIALS.map((label) => connectedRecord({ id: materialIdOf(key, label), label }, ['erp'])),
          ...['F-0', 'F-1'].map((label) =>
            connectedRecord({ kind: 'factory', id: factoryIdOf(key, label), label }, ['erp']),
          ),
        ],
        datasets: Object.entries(STEWARDS).map(([id, steward]) => ({ ...dataset(id), steward })),
        rows: { 'erp.material_stock': 5 },
        loads: [load('erp.material_stock', -HOUR_MS), load('wms.material_stock', 0), load('plm.bom', 0)],
      })
      const suppliers = [...SUPPLIERS, UNUSED].map((code) => supplier(key, code, `${code} Mills`))
      await fill(graph, key, { entities: [...MATERIALS.map((code) => material(key, code)), ...suppliers] })
      await claimCodes(graph, key, suppliers)
      await nominate(key, false)
    }
    await refreshSearch(graph)
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  type Filters = Record<string, string>
  const walk = (filters: Filters, limit = 1000) => world.walk<ServedPositionException>(PATH, filters, limit)
  const nOf = (row: PositionException) => (MATERIALS as readonly string[]).indexOf(row.material?.code ?? '')
  const stewardOf = (row: PositionException) => row.datasetIds.map((id) => STEWARDS[id]).find((one) => one != null)

  function expected(filters: Filters, rows: readonly PositionException[]): PositionException[] {
    const { supplier, system, steward, since, order = 'id' } = filters
    const kept = rows.filter(
      (row) =>
        row.status === (filters.status ?? 'open') &&
        row.code === (filters.code ?? row.code) &&
        row.severity === (filters.severity ?? row.severity) &&
        (filters.material === undefined || row.material?.id === filters.material) &&
        (filters.factory === undefined || row.factory?.code === filters.factory) &&
        (supplier === undefined || nominated(nOf(row)).includes(supplier)) &&
        (system === undefined || row.systems.includes(system)) &&
        (steward === undefined || row.datasetIds.some((id) => STEWARDS[id] === steward)) &&
        (since === undefined || Date.parse(row.firstSeenAt) >= Date.parse(since)),
    )
    const rank = ({ severity }: PositionException) => severities.indexOf(severity)
    const byId = (a: PositionException, b: PositionException) => (a.exceptionId < b.exceptionId ? -1 : 1)
    const orders: Record<string, (a: PositionException, b: PositionException) => number> = {
      id: byId,
      severity: (a, b) => rank(a) - rank(b) || byId(a, b),
      firstSeenAt: (a, b) => Date.parse(b.firstSeenAt) - Date.parse(a.firstSeenAt) || byId(b, a),
    }
    return kept.sort(orders[order])
  }

  const idsOf = (rows: readonly PositionException[]) => rows.map(({ exceptionId }) => exceptionId)
  const filtersOf = (): Filters[] => [
    ...[{}, { supplier: 'SUP-1' }, { supplier: 'SUP-2' }, { system: 'wms' }, { steward: 'Logistics' }],
    ...[
      { steward: 'none' },
      { since: at(-2 * HOUR_MS) },
      { since: at(1) },
      { supplier: 'SUP-1', material: materialIdOf(world.ours.key, 'M-1') },
    ],
    ...[
      { supplier: 'SUP-3', material: materialIdOf(world.ours.key, 'M-1') },
      { supplier: 'SUP-3', severity: 'high', factory: 'F-1' },
    ],
    ...[{ supplier: 'SUP-1', code: 'SHORTAGE', steward: 'Planning', since: at(-4 * HOUR_MS) }],
    ...[
      { material: materialIdOf(world.ours.key, 'M-2'), system: 'erp' },
      { factory: 'F-0', steward: 'Planning' },
      { severity: 'medium' },
    ],
    ...[
      { status: 'resolved', system: 'erp' },
      { code: 'SHORTAGE', since: at(-3 * HOUR_MS) },
    ],
    ...[{ system: 'erp', severity: 'low', since: at(-HOUR_MS) }],
  ]

  it('is complete in each order, for each filter and page size, while data are fresh and while they are stale', async () => {
    let found = 0
    for (const isStale of [false, true]) {
      world.clock.now = NOW + (isStale ? HOUR_MS + 1 : 0)
      const rows = isStale ? [...stored.map(lowered), await staleSource()] : stored
      for (const filters of filtersOf())
        for (const order of ['id', 'severity', 'firstSeenAt']) {
          const given = { ...filters, order }
          const wanted = idsOf(expected(given, rows))
          found += wanted.length
          const limits = isStale ? [1000] : [7, 1000]
          for (const limit of limits)
            expect(idsOf(await walk(given, limit)), JSON.stringify({ ...given, limit, isStale })).to.deep.equal(wanted)
        }
    }
    expect(found).to.be.above(500)
  })

  function lowered(row: PositionException): PositionException {
    const isLowered = row.datasetIds.includes('erp.material_stock') && row.code !== 'ORPHAN_FACTORY'
    return isLowered ? { ...row, severity: lower[row.severity] } : row
  }

  /** The exception of a stale dataset, which is computed at the time of the request and has no material. */
  async function staleSource(): Promise<PositionException> {
    const [one] = await walk({ code: 'STALE_SOURCE' })
    if (!one) throw new Error('nothing is stale')
    expect([one.steward, one.supplier]).to.deep.equal(['Planning', null])
    return one
  }

  it('includes the current nominated supplier and steward', async () => {
    const rows = await walk({})
    for (const row of rows) {
      const [supplier = null] = nominated(nOf(row))
      expect(row.supplier?.code ?? null, JSON.stringify(row)).to.equal(supplier)
      expect(row.steward).to.equal(stewardOf(row) ?? null)
    }
    const [one] = rows.filter(({ supplier }) => supplier?.code === 'SUP-2')
    const id = supplierIdOf(world.ours.key, 'SUP-2')
    expect(one?.supplier).to.deep.equal({ id, code: 'SUP-2', label: 'SUP-2 Mills (SUP-2)' })
    for (const ref of [id, id.toUpperCase(), 'SUP-2 Mills (SUP-2)'])
      expect(idsOf(await walk({ supplier: ref })), ref).to.deep.equal(idsOf(expected({ supplier: 'SUP-2' }, stored)))
    await nominate(world.ours.key, true)
    try {
      const after = await walk({ supplier: 'SUP-3' })
      const isOther = (row: PositionException) => row.status === 'open' && !nominated(nOf(row)).includes('SUP-3')
      expect(idsOf(after).sort()).to.deep.equal(idsOf(stored.filter(isOther)).sort())
    } finally {
      await nominate(world.ours.key, false)
    }
  })

  it('has as many rows as the summary counts with the same filters', async () => {
    for (const filters of filtersOf()) {
      const { data } = await world.read<{ data: PositionExceptionSummary }>(`${PATH}/summary`, filters)
      expect(data.counts.exceptions, JSON.stringify(filters)).to.equal(expected(filters, stored).length)
    }
  })

  it('reports a filter value that occurs nowhere, with similar ones', async () => {
    const theirs = supplierIdOf(world.theirs.key, 'SUP-1')
    const cases: [filters: Filters, name: string, suggestions: string[]][] = [
      [{ supplier: 'sup2' }, 'supplier', ['SUP-2']],
      ...['nothing', UNUSED, theirs, materialIdOf(world.ours.key, 'M-1')].map((value): (typeof cases)[number] => [
        { supplier: value },
        'supplier',
        [],
      ]),
      [{ steward: 'planing' }, 'steward', ['Planning']],
      [{ steward: 'nobody' }, 'steward', ['Logistics', 'Planning']],
      [{ system: 'salesforce' }, 'system', ['erp', 'wms']],
      [{ system: 'wmss', order: 'firstSeenAt', code: 'SHORTAGE' }, 'system', ['wms']],
    ]
    for (const [filters, name, suggestions] of cases) {
      const { order: _order, ...counted } = filters
      for (const { data, meta } of [await read(PATH, filters), await read(`${PATH}/summary`, counted)]) {
        const [notice, ...others] = meta.notices ?? []
        const about = { code: 'no_such_value', name, value: filters[name], suggestions }
        expect(notice, JSON.stringify(filters)).to.deep.include(about)
        expect(notice?.detail).to.match(suggestions.length > 0 ? /Use one of the suggestions\.$/ : /Omit the filter/)
        expect(others).to.deep.equal([])
        expect(Array.isArray(data) ? data.length : data.counts?.exceptions).to.equal(0)
      }
    }
    for (const filters of [{ supplier: 'SUP-1' }, { steward: 'Planning' }, { system: 'wms' }, { since: at(1) }])
      for (const path of [PATH, `${PATH}/summary`])
        expect((await read(path, filters)).meta, JSON.stringify(filters)).to.deep.equal({})
  })

  type Noticed = { data: { counts?: { exceptions: number } }; meta: { notices?: ListNotice[] } }
  const read = (path: string, filters: Filters) => world.read<Noticed>(path, filters)

  it('has no rows of another organization, and rejects invalid parameters and cursors', async () => {
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    for (const invalid of ['order=age', 'since=yesterday', 'system=ERP', 'supplier=', 'steward='])
      await assertProblemCode(await get(invalid), 'invalid_request')
    const own = new Set(idsOf(stored))
    const others = await world.walk<PositionException>(PATH, { order: 'firstSeenAt' }, 1000)
    expect(others.every(({ exceptionId }) => own.has(exceptionId))).to.equal(true)
    const { links } = await world.read(PATH, { limit: 1, order: 'severity' })
    await assertProblemCode(await get(`order=firstSeenAt&cursor=${links.next}`), 'invalid_cursor')
    await assertProblemCode(await get(`cursor=${links.next}`), 'invalid_cursor')
    await assertProblemCode(await get(`order=severity&cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
  })
})
