import { expect } from 'chai'
import {
  type ExceptionCode,
  type PositionException,
  quantityCodes,
  type ServedPositionException,
} from '../../schemas/materials/exceptions.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { DECLARED_AT, factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../support/materials/connected-api.ts'
import { at, connectedRecord, dataset, exception, HOUR_MS, load, NOW } from '../support/materials/connected-rows.ts'

const PATH = '/v1/material-position-exceptions'
const codes: ExceptionCode[] = [
  'QUANTITY_MISMATCH',
  'SHORTAGE',
  'EXCESS_LIABILITY',
  'ORPHAN_FACTORY',
  'UOM_INCOMPATIBLE',
]
const severities = ['low', 'medium', 'high', 'critical'] as const
const materials = ['M-0', 'M-1', 'M-2']
const factories = ['F-0', 'F-1']
const computed = ['STALE_SOURCE', 'UNKNOWN_FRESHNESS']

describe('exceptions of material positions over HTTP', () => {
  let world: ConnectedApi
  let stored: PositionException[]

  const end = (id: string, code: string) => ({ id, code, label: code })

  /** Exceptions of each code at each pair, in several severities, based on a dataset of the ERP or the WMS. */
  function exceptionsOf(organization: string): PositionException[] {
    const pairs = materials.flatMap((material) => factories.map((factory) => ({ material, factory })))
    return pairs.flatMap(({ material, factory }, pair) =>
      codes.flatMap((code, n) =>
        severities.slice(0, 1 + ((pair + n) % 4)).map((severity, step) =>
          exception(organization, `${material} ${factory} ${code} ${severity}`, {
            code,
            severity,
            status: (pair + step) % 3 === 0 ? ('resolved' as const) : ('open' as const),
            material: end(materialIdOf(organization, material), material),
            factory: end(factoryIdOf(organization, factory), factory),
            datasetIds: [step % 2 === 0 ? 'erp.material_stock' : 'wms.material_stock'],
          }),
        ),
      ),
    )
  }

  /** Exceptions of unassigned codes, which have no ID. */
  function orphansOf(organization: string): PositionException[] {
    const unowned = (code: string) => ({ id: null, code, label: null })
    const known = (code: string) => end(materialIdOf(organization, code), code)
    const places = [
      { material: unowned('X-9'), factory: unowned('FA-901') },
      { material: unowned('X-9'), factory: end(factoryIdOf(organization, 'F-0'), 'F-0') },
      { material: known('M-0'), factory: unowned('FA-901') },
    ]
    return places.map((place, at) =>
      exception(organization, `orphan ${at}`, { code: 'ORPHAN_MATERIAL', severity: 'high', ...place }),
    )
  }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    stored = [...exceptionsOf(ours.key), ...orphansOf(ours.key)]
    await fillConnected(graph, ours.key, {
      exceptions: stored,
      records: [
        ...materials.map((label) => connectedRecord({ id: materialIdOf(ours.key, label), label }, ['erp'])),
        ...factories.map((label) =>
          connectedRecord({ kind: 'factory', id: factoryIdOf(ours.key, label), label }, ['erp']),
        ),
      ],
      datasets: [
        dataset('erp.material_stock'),
        dataset('wms.material_stock'),
        dataset('plm.bom'),
        dataset('mdm.idle'),
        dataset('mdm.new'),
      ],
      rows: {
        'erp.material_stock': 5,
        'wms.material_stock': 7,
        'plm.bom': 1,
        'pim.undeclared': 2,
        'mdm.idle': 0,
        'mdm.new': 1,
      },
      loads: [
        load('erp.material_stock', -HOUR_MS),
        load('wms.material_stock', 0),
        load('plm.bom', 0),
        load('mdm.idle', -99 * HOUR_MS),
      ],
    })
    await fillConnected(graph, theirs.key, { exceptions: exceptionsOf(theirs.key) })
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  const walk = (inputs: Record<string, string> = {}, limit = 1000) =>
    world.walk<ServedPositionException>(PATH, inputs, limit)
  /** Rows without supplier and steward, which come from links and datasets. */
  const all = async (inputs = {}, limit = 1000) =>
    (await walk(inputs, limit)).map(({ supplier: _supplier, steward: _steward, ...row }): PositionException => row)
  const byId = (rows: PositionException[]) => [...rows].sort((a, b) => (a.exceptionId < b.exceptionId ? -1 : 1))
  /** Only stored exceptions, without those of freshness, which are computed at the time of the request. */
  const withoutComputed = (rows: PositionException[]) => rows.filter(({ code }) => !computed.includes(code))
  const open = () => stored.filter(({ status }) => status === 'open')

  it('are listed by ID, including those of freshness, for any page size', async () => {
    const expected = await all()
    expect(expected).to.deep.equal(byId(expected))
    expect(withoutComputed(expected)).to.deep.equal(byId(open()))
    expect(expected.length).to.equal(open().length + 2)
    for (const limit of [1, 7, 100]) expect(await all({}, limit), String(limit)).to.deep.equal(expected)
  })

  it('are the rows of the unfiltered list that match, for each filter and page size', async () => {
    world.clock.now = NOW + HOUR_MS + 1000
    const everything = [...(await all()), ...(await all({ status: 'resolved' }))]
    expect(withoutComputed(everything)).to.have.length(stored.length)
    const [material, factory] = [materialIdOf(world.ours.key, 'M-1'), factoryIdOf(world.ours.key, 'F-1')]
    const filters: Record<string, string>[] = [
      ...severities.map((severity) => ({ severity })),
      ...[...codes, ...computed].map((code) => ({ code })),
      { status: 'resolved' },
      { status: 'resolved', code: 'STALE_SOURCE' },
      { material },
      { factory },
      { material, factory },
      { material, severity: 'medium' },
      { factory, code: 'SHORTAGE' },
      { code: 'QUANTITY_MISMATCH', severity: 'low' },
      { code: 'STALE_SOURCE', severity: 'medium' },
      { material, factory, code: 'SHORTAGE', severity: 'high', status: 'resolved' },
    ]
    let found = 0
    for (const given of filters) {
      const keeps = (row: PositionException) =>
        row.status === (given.status ?? 'open') &&
        row.code === (given.code ?? row.code) &&
        row.severity === (given.severity ?? row.severity) &&
        (given.material === undefined || row.material?.id === given.material) &&
        (given.factory === undefined || row.factory?.id === given.factory)
      const expected = byId(everything.filter(keeps))
      found += expected.length
      for (const limit of [1, 7, 100]) {
        if (limit === 1 && expected.length > 4) continue
        expect(await all(given, limit), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
    expect(found).to.be.above(100)
  })

  it('of unassigned codes are found by these codes', async () => {
    const mine = open().filter(({ code }) => code.startsWith('ORPHAN') && code !== 'ORPHAN_FACTORY')
    expect(mine).to.have.length(3)
    const cases: [Record<string, string>, (row: PositionException) => boolean][] = [
      [{ material: 'X-9' }, ({ material }) => material?.code === 'X-9'],
      [{ factory: 'FA-901' }, ({ factory }) => factory?.code === 'FA-901'],
      [{ material: 'X-9', factory: 'FA-901' }, (row) => row.material?.code === 'X-9' && row.factory?.code === 'FA-901'],
      [
        { material: materialIdOf(world.ours.key, 'M-0'), factory: 'FA-901' },
        (row) => row.material?.code === 'M-0' && row.factory?.code === 'FA-901',
      ],
      [{ material: 'X-9', factory: factoryIdOf(world.ours.key, 'F-0') }, (row) => row.factory?.code === 'F-0'],
      [{ material: 'X-9', severity: 'high' }, ({ material }) => material?.code === 'X-9'],
    ]
    for (const [given, keeps] of cases) {
      const expected = byId(mine.filter(keeps))
      expect(expected, JSON.stringify(given)).not.to.deep.equal([])
      expect(await all(given, 1), JSON.stringify(given)).to.deep.equal(expected)
    }
    for (const query of ['material=x-9', 'material=FA-901', 'factory=X-9'])
      await assertProblemCode(await world.api.get(`${PATH}?${query}`, world.tokens.ours), 'record_not_found')
    await assertProblemCode(await world.api.get(`${PATH}?material=X-9`, world.tokens.theirs), 'record_not_found')
  })

  it('are one severity lower if an input is stale, and still listed', async () => {
    const before = withoutComputed(await all())
    expect(before.some(({ staleInput }) => staleInput)).to.equal(false)
    world.clock.now = NOW + HOUR_MS
    expect(withoutComputed(await all())).to.deep.equal(before)
    world.clock.now += 1
    const served = withoutComputed(await all())
    const lower = { critical: 'high', high: 'medium', medium: 'low', low: 'low' } as const
    const expected = before.map((row): PositionException => {
      if (!row.datasetIds.includes('erp.material_stock')) return row
      const severity = quantityCodes.includes(row.code) ? lower[row.severity] : row.severity
      return { ...row, severity, staleInput: true }
    })
    expect(served).to.deep.equal(expected)
    expect(served.filter(({ severity }, n) => severity !== before[n]?.severity).length).to.be.above(5)
  })

  it('include one for each input dataset that is stale or of unknown freshness', async () => {
    const ofClock = async () => (await all()).filter(({ code }) => computed.includes(code))
    const fresh = await ofClock()
    const [unknown, declared] = ['pim.undeclared', 'mdm.new'].map((id) =>
      fresh.find(({ datasetIds }) => datasetIds.includes(id)),
    )
    expect(fresh).to.have.length(2)
    expect(declared).to.deep.include({ code: 'UNKNOWN_FRESHNESS', firstSeenAt: DECLARED_AT, lastSeenAt: DECLARED_AT })
    expect(unknown).to.deep.include({ code: 'UNKNOWN_FRESHNESS', severity: 'low', datasetIds: ['pim.undeclared'] })
    expect(unknown).to.deep.include({ status: 'open', systems: ['pim'], observed: 'never_loaded', material: null })
    world.clock.now = NOW + HOUR_MS + 1
    const [stale] = (await ofClock()).filter(({ code }) => code === 'STALE_SOURCE')
    expect(stale).to.deep.include({ severity: 'medium', datasetIds: ['erp.material_stock'], staleInput: true })
    expect([stale?.firstSeenAt, stale?.observed]).to.deep.equal([at(HOUR_MS), at(-HOUR_MS)])
    world.clock.now = NOW + 50 * HOUR_MS
    const late = await ofClock()
    expect(late.map(({ code, datasetIds }) => `${code} ${datasetIds}`).sort()).to.deep.equal([
      'STALE_SOURCE erp.material_stock',
      'STALE_SOURCE plm.bom',
      'STALE_SOURCE wms.material_stock',
      'UNKNOWN_FRESHNESS mdm.new',
      'UNKNOWN_FRESHNESS pim.undeclared',
    ])
    expect(late.find(({ exceptionId }) => exceptionId === stale?.exceptionId)).to.deep.equal(stale)
  })

  it('of other organizations are not listed, and unknown references and invalid parameters are rejected', async () => {
    const { data } = await world.read<{ data: PositionException[] }>(PATH, { limit: 1000 }, world.tokens.theirs)
    const open = byId(exceptionsOf(world.theirs.key).filter(({ status }) => status === 'open'))
    expect(data.map(({ exceptionId }) => exceptionId)).to.deep.equal(open.map(({ exceptionId }) => exceptionId))
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    const theirs = await refusalOf(await get(`material=${materialIdOf(world.theirs.key, 'M-1')}`), 'record_not_found')
    expect(await refusalOf(await get('material=none'), 'record_not_found')).to.equal(theirs)
    const { links } = await world.read(PATH, { limit: 1 })
    await assertProblemCode(await get(`cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
    await assertProblemCode(await get(`status=resolved&cursor=${links.next}`), 'invalid_cursor')
    expect((await world.read(PATH, { status: 'open', cursor: links.next ?? '' })).data.length).to.be.above(1)
    for (const invalid of ['code=NO', 'severity=worst', 'status=all', 'material=', 'dataset=x', 'limit=1001']) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read'] })
    await assertProblemCode(await get('', text), 'insufficient_scope')
  })
})
