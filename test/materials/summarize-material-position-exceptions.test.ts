import { expect } from 'chai'
import {
  ExceptionSeverity,
  exceptionCodes,
  type PositionException,
  type PositionExceptionSummary,
  quantityCodes,
} from '../../schemas/materials/exceptions.ts'
import type { PositionEnd } from '../../schemas/materials/positions.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { createChance } from '../support/bom/bom-model.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { type ConnectedApi, startConnectedApi } from '../support/materials/connected-api.ts'
import { connectedRecord, dataset, exception, HOUR_MS, load, NOW } from '../support/materials/connected-rows.ts'

const PATH = '/v1/material-position-exceptions/summary'
const codes = ['QUANTITY_MISMATCH', 'SHORTAGE', 'EXCESS_LIABILITY', 'ORPHAN_FACTORY', 'UOM_INCOMPATIBLE'] as const
const severities = ExceptionSeverity.options
const systems: [string[], ...string[][]] = [['erp'], ['erp', 'wms'], ['wms', 'factory_portal'], ['plm']]
const MATERIALS = Array.from({ length: 14 }, (_, n) => `M-${n}`)
const FACTORIES = Array.from({ length: 13 }, (_, n) => `F-${n}`)
const lower = { critical: 'high', high: 'medium', medium: 'low', low: 'low' } as const

type Filters = Record<string, string>
type Summary = { data: PositionExceptionSummary }

describe('the summary of exceptions over HTTP', () => {
  let world: ConnectedApi
  let stored: PositionException[]

  const end = (id: string, code: string) => ({ id, code, label: `label of ${code}` })
  const unowned = (code: string) => ({ id: null, code, label: null })
  const material = (code: string) => materialIdOf(world.ours.key, code)
  const factory = (code: string) => factoryIdOf(world.ours.key, code)

  /** Exceptions of known ends, of unassigned codes, and without a factory; some ends have more than others. */
  function exceptionsOf(organization: string): PositionException[] {
    const { below, pick } = createChance(41)
    const nth = (names: readonly string[]) => names[Math.min(below(names.length), below(names.length))] ?? ''
    const ends = (): Pick<PositionException, 'material' | 'factory'> => {
      const [m, f] = [nth(MATERIALS), nth(FACTORIES)]
      const known = { material: end(materialIdOf(organization, m), m), factory: end(factoryIdOf(organization, f), f) }
      const drawn = below(20)
      if (drawn === 0) return { ...known, material: unowned('X-9') }
      if (drawn === 1) return { ...known, factory: unowned('FA-901') }
      if (drawn === 2) return { ...known, factory: null }
      return known
    }
    return Array.from({ length: 400 }, (_, n) =>
      exception(organization, `${n}`, {
        ...ends(),
        code: pick(codes),
        severity: pick(['low', 'medium', 'high', 'critical']),
        status: below(3) === 0 ? 'resolved' : 'open',
        systems: [...pick(systems)],
        datasetIds: pick([
          ['erp.material_stock'],
          ['wms.material_stock'],
          ['erp.material_stock', 'wms.material_stock'],
          [],
        ]),
      }),
    )
  }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    stored = exceptionsOf(ours.key)
    const records = [
      ...MATERIALS.map((label) => connectedRecord({ id: materialIdOf(ours.key, label), label }, ['erp'])),
      ...FACTORIES.map((label) =>
        connectedRecord({ kind: 'factory', id: factoryIdOf(ours.key, label), label }, ['erp']),
      ),
    ]
    await fillConnected(graph, ours.key, {
      exceptions: stored,
      records,
      datasets: ['erp.material_stock', 'wms.material_stock', 'mdm.new', 'mdm.idle'].map((id) => dataset(id)),
      rows: { 'erp.material_stock': 5, 'wms.material_stock': 7, 'mdm.new': 1, 'pim.undeclared': 2, 'mdm.idle': 0 },
      loads: [load('erp.material_stock', -HOUR_MS), load('wms.material_stock', 0)],
    })
    await fillConnected(graph, theirs.key, { exceptions: exceptionsOf(theirs.key).slice(0, 9) })
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  const read = async (filters: Filters = {}) => (await world.read<Summary>(PATH, filters)).data

  type Kind = Pick<PositionException, 'code' | 'severity' | 'status' | 'systems' | 'material' | 'factory'>

  /**
   * The exceptions that the API returns: stored ones, one severity lower if they are based on a stale dataset, and
   * those of freshness.
   */
  function served(isStale: boolean): Kind[] {
    const ofClock = (
      code: PositionException['code'],
      severity: PositionException['severity'],
      system: string,
    ): Kind => ({
      ...{ code, severity, status: 'open', systems: [system], material: null, factory: null },
    })
    return [
      ...stored.map((row): Kind => {
        const isLower = isStale && row.datasetIds.includes('erp.material_stock') && quantityCodes.includes(row.code)
        return { ...row, severity: isLower ? lower[row.severity] : row.severity }
      }),
      ofClock('UNKNOWN_FRESHNESS', 'low', 'mdm'),
      ofClock('UNKNOWN_FRESHNESS', 'low', 'pim'),
      ...(isStale ? [ofClock('STALE_SOURCE', 'medium', 'erp')] : []),
    ]
  }

  const isEnd = (found: PositionEnd | null, ref: string | undefined) =>
    ref === undefined || (found !== null && (found.id === null ? found.code : found.id) === ref)

  function most(rows: Kind[], field: 'material' | 'factory') {
    const ends = rows.flatMap((row) => row[field] ?? [])
    return Object.values(Object.groupBy(ends, ({ id, code }) => id ?? code))
      .map((all = []) => ({ id: all[0]?.id, key: all[0]?.code, label: all[0]?.label, exceptions: all.length }))
      .sort((a, b) => b.exceptions - a.exceptions || (String(a.key) < String(b.key) ? -1 : 1))
      .slice(0, 10)
  }

  function expected(filters: Filters, isStale: boolean) {
    const rows = served(isStale).filter(
      (row) =>
        row.status === (filters.status ?? 'open') &&
        row.code === (filters.code ?? row.code) &&
        row.severity === (filters.severity ?? row.severity) &&
        isEnd(row.material, filters.material) &&
        isEnd(row.factory, filters.factory),
    )
    const count = (keeps: (row: Kind) => boolean) => rows.filter(keeps).length
    const named = [...new Set(rows.flatMap((row) => row.systems))]
    return {
      counts: {
        exceptions: rows.length,
        code: Object.fromEntries(exceptionCodes.map((code) => [code, count((row) => row.code === code)])),
        severity: Object.fromEntries(severities.map((one) => [one, count(({ severity }) => severity === one)])),
        system: Object.fromEntries(named.map((name) => [name, count((row) => row.systems.includes(name))])),
      },
      byFactory: most(rows, 'factory'),
      byMaterial: most(rows, 'material'),
    }
  }

  it('counts the exceptions for each filter, while data are fresh and while they are stale', async () => {
    const [oneMaterial, oneFactory] = [material('M-1'), factory('F-1')]
    const filters: Filters[] = [
      {},
      { status: 'resolved' },
      ...severities.map((severity) => ({ severity })),
      ...[...codes, 'STALE_SOURCE', 'UNKNOWN_FRESHNESS'].map((code) => ({ code })),
      { status: 'resolved', code: 'STALE_SOURCE' },
      { status: 'resolved', severity: 'low' },
      { code: 'SHORTAGE', severity: 'low' },
      { code: 'STALE_SOURCE', severity: 'medium' },
      { material: oneMaterial },
      { factory: oneFactory },
      { material: oneMaterial, factory: oneFactory },
      { material: oneMaterial, severity: 'medium' },
      { factory: oneFactory, code: 'SHORTAGE', status: 'resolved' },
      { material: oneMaterial, factory: oneFactory, code: 'SHORTAGE', severity: 'high' },
      { material: 'X-9' },
      { material: 'X-9', factory: factory('F-0') },
      { factory: 'FA-901' },
      { factory: 'FA-901', severity: 'low' },
      { material: material('M-0'), factory: 'FA-901' },
    ]
    for (const isStale of [false, true]) {
      world.clock.now = NOW + (isStale ? HOUR_MS + 1 : 0)
      for (const given of filters) {
        expect(await read(given), JSON.stringify({ ...given, isStale })).to.deep.equal(expected(given, isStale))
      }
    }
    const { byFactory, byMaterial, counts } = expected({}, true)
    expect([byFactory.length, byMaterial.length]).to.deep.equal([10, 10])
    expect(counts.exceptions).to.be.above(200)
    expect(new Set(byMaterial.map(({ exceptions }) => exceptions)).size, 'ties among them').to.be.below(10)
  })

  it('returns zeros and empty lists if no exception matches', async () => {
    const empty = await read({ code: 'MPN_MISMATCH' })
    expect(empty).to.deep.equal(expected({ code: 'MPN_MISMATCH' }, false))
    expect(empty.counts.exceptions).to.equal(0)
    expect(empty.byMaterial).to.deep.equal([])
  })

  it('counts as many exceptions as the list has', async () => {
    for (const given of [{}, { severity: 'low' }, { factory: factory('F-0') }, { code: 'SHORTAGE', severity: 'low' }]) {
      const rows = await world.walk<PositionException>('/v1/material-position-exceptions', given as Filters, 100)
      const { counts, byMaterial } = await read(given as Filters)
      expect(counts.exceptions, JSON.stringify(given)).to.equal(rows.length)
      for (const { id, key, label, exceptions } of byMaterial) {
        const own = rows.filter((row) => row.material?.code === key)
        expect([exceptions, id, label]).to.deep.equal([own.length, own[0]?.material?.id, own[0]?.material?.label])
      }
    }
  })

  it('counts none of another organization, and rejects invalid parameters', async () => {
    const theirs = await world.read<Summary>(PATH, {}, world.tokens.theirs)
    const open = exceptionsOf(world.theirs.key)
      .slice(0, 9)
      .filter(({ status }) => status === 'open')
    expect(theirs.data.counts.exceptions).to.equal(open.length)
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    for (const invalid of ['code=NO', 'severity=worst', 'status=all', 'material=', 'limit=1', 'cursor=x', 'top=3'])
      await assertProblemCode(await get(invalid), 'invalid_request')
    for (const unknown of ['material=none', `factory=${factoryIdOf(world.theirs.key, 'F-1')}`])
      await assertProblemCode(await get(unknown), 'record_not_found')
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read'] })
    await assertProblemCode(await get('', text), 'insufficient_scope')
  })
})
