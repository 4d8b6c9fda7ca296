import { expect } from 'chai'
import type { MaterialFactoryPosition, PositionComparison } from '../../../schemas/connected.ts'
import { factoryIdOf, fillConnected, materialIdOf, type TestPosition } from '../../support/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../../support/connected-api.ts'
import { at, connectedRecord, dataset, HOUR_MS, load, NOW, position } from '../../support/connected-rows.ts'
import { assertContract, assertProblemCode } from '../../support/contract.ts'

const PATH = '/v1/material-factory-position'
const factories = Array.from({ length: 9 }, (_, n) => `F-${n}`)
const systems = ['erp', 'wms', 'factory_portal']
/** Of one material at one factory: what the ERP and the WMS have on hand. */
const stock: Record<string, [erp: string, wms: string]> = {
  'F-0': ['1000', '1000'],
  'F-1': ['1000', '990'],
  'F-2': ['1000', '989.9999'],
  'F-3': ['990', '1000'],
  'F-4': ['989.9999', '1000'],
}

describe('positions of materials at factories over HTTP', () => {
  let world: ConnectedApi
  let stored: TestPosition[]

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    stored = positionsOf(ours.key)
    const datasets = ['erp', 'wms', 'factory_portal'].map((system) => dataset(`${system}.material_stock`))
    const loads = [load('erp.material_stock', -HOUR_MS), load('wms.material_stock', -3 * HOUR_MS)]
    await fillConnected(graph, ours.key, { positions: stored, records: recordsOf(ours.key), datasets, loads })
    await fillConnected(graph, theirs.key, { positions: positionsOf(theirs.key), records: recordsOf(theirs.key) })
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  const end = (id: string, code: string) => ({ id, code, label: code })

  function positionsOf(organization: string): TestPosition[] {
    const ends = (material: string, factory: string) => ({
      material: end(materialIdOf(organization, material), material),
      factory: end(factoryIdOf(organization, factory), factory),
    })
    const ofM1 = factories.flatMap((factory) =>
      systems.slice(0, factory === 'F-8' ? 1 : 3).map((system, n) => {
        const onHand = stock[factory]?.[n] ?? '50'
        return position(organization, system, ends('M-1', factory), { onHand })
      }),
    )
    return [
      ...ofM1,
      position(organization, 'erp', ends('M-1', 'F-0'), { instance: 'asia', asOf: at(-9 * HOUR_MS), onHand: '1' }),
      position(organization, 'erp', ends('M-2', 'F-0'), { uom: 'KGM' }),
      position(organization, 'wms', ends('M-2', 'F-0'), { source: { ...source, datasetId: null } }),
    ]
  }

  const source = { recordId: 'x', recordVersion: '1', ingestedAt: at(0), datasetId: null }

  function recordsOf(organization: string) {
    return [
      ...['M-1', 'M-2'].map((label) => connectedRecord({ id: materialIdOf(organization, label), label }, ['erp'])),
      ...factories.map((label) =>
        connectedRecord({ kind: 'factory', id: factoryIdOf(organization, label), label }, ['erp']),
      ),
    ]
  }

  const material = (code = 'M-1') => materialIdOf(world.ours.key, code)
  const factory = (code: string) => factoryIdOf(world.ours.key, code)
  const bare = ({ freshness: _freshness, ...rest }: MaterialFactoryPosition) => rest
  const byId = (rows: TestPosition[]) => rows.sort((a, b) => (a.positionId < b.positionId ? -1 : 1))

  it('are listed by id as they are stored, for each filter and limit', async () => {
    const filters: [Record<string, string>, (row: TestPosition) => boolean][] = [
      [{}, () => true],
      [{ system: 'erp' }, ({ system }) => system === 'erp'],
      [{ factory: factory('F-0') }, (row) => row.factory.code === 'F-0'],
      [{ factory: factory('F-0'), system: 'erp' }, (row) => row.factory.code === 'F-0' && row.system === 'erp'],
      [{ factory: factory('F-8'), system: 'wms' }, () => false],
    ]
    for (const [given, keeps] of filters) {
      const expected = byId(stored.filter((row) => row.material.code === 'M-1' && keeps(row)))
      for (const limit of [1, 7, 100]) {
        const rows = await world.walk<MaterialFactoryPosition>(PATH, { material: material(), ...given }, limit)
        expect(rows.map(bare), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
  })

  it('say how fresh they are now', async () => {
    const freshness = async (code: string, system: string) => {
      const { data } = await world.read<{ data: MaterialFactoryPosition[] }>(PATH, { material: material(code), system })
      return data[0]?.freshness
    }
    expect(await freshness('M-1', 'erp')).to.deep.equal({ status: 'fresh', lagSeconds: 3600 })
    expect(await freshness('M-1', 'wms')).to.deep.equal({ status: 'stale', lagSeconds: 10_800 })
    expect(await freshness('M-1', 'factory_portal')).to.deep.equal({ status: 'unknown', lagSeconds: null })
    expect(await freshness('M-2', 'wms')).to.deep.equal({ status: 'unknown', lagSeconds: null })
    world.clock.now = NOW + HOUR_MS + 1
    expect(await freshness('M-1', 'erp')).to.deep.equal({ status: 'stale', lagSeconds: 7201 })
  })

  it('are of one organization, and refuse what they do not know', async () => {
    const foreign = await world.read<{ data: MaterialFactoryPosition[] }>(
      PATH,
      { material: materialIdOf(world.theirs.key, 'M-1') },
      world.tokens.theirs,
    )
    expect(foreign.data).to.have.length(stored.length - 2)
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    const unknown = await refusalOf(await get(`material=${material()}&factory=no`), 'record_not_found')
    const theirs = factoryIdOf(world.theirs.key, 'F-0')
    expect(await refusalOf(await get(`material=${material()}&factory=${theirs}`), 'record_not_found')).to.equal(unknown)
    const { links } = await world.read(PATH, { material: material(), limit: 1 })
    await assertProblemCode(await get(`material=${material('M-2')}&cursor=${links.next}`), 'invalid_cursor')
    await assertProblemCode(await get(`material=${material()}&system=erp&cursor=${links.next}`), 'invalid_cursor')
    for (const faulty of ['', 'material=', 'material=x&system=', 'material=x&instance=main']) {
      await assertProblemCode(await get(faulty), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read'] })
    await assertProblemCode(await get(`material=${material()}`, text), 'insufficient_scope')
  })

  describe('compared', () => {
    const pair = (factoryCode: string, materialCode = 'M-1') => ({
      material: material(materialCode),
      factory: factory(factoryCode),
    })
    const compare = async (pairs: unknown[], more: Record<string, unknown> = {}): Promise<PositionComparison[]> => {
      const answer = await world.post({ pairs, systems: ['erp', 'wms'], ...more })
      const body = (await assertContract(answer)) as { data: PositionComparison[]; meta: unknown }
      expect(answer.status, JSON.stringify(body)).to.equal(200)
      expect(answer.headers.get('Cache-Control')).to.equal('no-store')
      expect(answer.headers.has('ETag')).to.equal(false)
      return body.data
    }
    const verdicts = async (...args: Parameters<typeof compare>) =>
      (await compare(...args)).map(({ verdict }) => verdict)

    it('flip exactly at the tolerance, in both directions', async () => {
      const pairs = ['F-0', 'F-1', 'F-2', 'F-3', 'F-4'].map((code) => pair(code))
      const expected = ['match', 'within_tolerance', 'mismatch', 'within_tolerance', 'mismatch']
      expect(await verdicts(pairs)).to.deep.equal(expected)
      const exact = { tolerance: { percent: '0', absolute: { MTR: '10' } } }
      expect(await verdicts(pairs, exact)).to.deep.equal(expected)
      const open = { tolerance: { percent: '0', absolute: { MTR: '10.0001' } } }
      expect(await verdicts(pairs, open)).to.deep.equal(['match', ...Array(4).fill('within_tolerance')])
    })

    it('keep the order of the pairs, and the newest position of each system', async () => {
      const [found, other, again] = await compare([pair('F-0'), pair('F-8'), pair('F-0')])
      expect(again).to.deep.equal(found)
      expect(found?.material).to.deep.equal({ id: material(), code: 'M-1', label: 'M-1' })
      expect(found?.positions.map(({ system, instance }) => `${system} ${instance}`)).to.deep.equal([
        'erp main',
        'wms main',
      ])
      expect(found?.warnings).to.deep.equal(['stale_source'])
      expect(other).to.deep.include({ verdict: 'missing', warnings: [] })
      expect(other?.factory).to.deep.include({ id: factory('F-8'), code: 'F-8' })
    })

    it('do not mix dimensions, and show what nobody has', async () => {
      expect(await verdicts([pair('F-0', 'M-2')])).to.deep.equal(['not_comparable'])
      const [nowhere] = await compare([{ material: material('M-2'), factory: factory('F-3') }], {
        measures: ['onHand', 'required'],
      })
      expect(nowhere).to.deep.include({ verdict: 'missing', positions: [] })
      expect(nowhere?.material).to.deep.equal({ id: material('M-2'), code: material('M-2'), label: null })
      expect(nowhere?.differences.map(({ measure, baselineSystem }) => `${measure} ${baselineSystem}`)).to.deep.equal([
        'onHand wms',
        'required erp',
      ])
    })

    it('name what is wrong by its place in the body', async () => {
      const refused = async (body: unknown) => {
        const { errors } = await assertProblemCode(await world.post(body), 'invalid_request')
        return errors?.map((fault) => `${fault.in} ${fault.name}`)
      }
      const systems = ['erp', 'wms']
      const whole = { pairs: [pair('F-0')], systems }
      expect(await refused({ pairs: [{ material: '', factory: 'x' }], systems })).to.deep.equal([
        'body pairs.0.material',
      ])
      expect(await refused({ pairs: [{ ...pair('F-0'), uom: 'MTR' }], systems })).to.deep.equal(['body pairs.0.uom'])
      expect(await refused({ ...whole, organization: 'x' })).to.deep.equal(['body organization'])
      expect(await refused({ systems })).to.deep.equal(['body pairs'])
      expect(await refused({ ...whole, pairs: [] })).to.deep.equal(['body pairs'])
      expect(await refused({ ...whole, pairs: Array(101).fill(pair('F-0')) })).to.deep.equal(['body pairs'])
      expect(await refused({ ...whole, systems: ['erp'] })).to.deep.equal(['body systems'])
      expect(await refused({ ...whole, systems: ['erp', 'wms', 'erp'] })).to.deep.equal(['body systems'])
      expect(await refused({ ...whole, measures: ['onhand'] })).to.deep.equal(['body measures.0'])
      expect(await refused({ ...whole, tolerance: { percent: '-1' } })).to.deep.equal(['body tolerance.percent'])
      expect(await refused({ ...whole, tolerance: { absolute: { MTR: 1 } } })).to.deep.equal([
        'body tolerance.absolute.MTR',
      ])
      expect(await refused({ ...whole, tolerance: { absolute: { XXX: '1' } } })).to.deep.equal([
        'body tolerance.absolute.XXX',
      ])
      await assertProblemCode(await world.post([whole]), 'invalid_request')
      const query = await world.api.get('/v1/material-position-comparisons', world.tokens.ours)
      expect((await assertProblemCode(query, 'method_not_allowed')).detail).to.include('POST')
      const large = { ...whole, pairs: Array(100).fill({ material: 'x'.repeat(2600), factory: 'y' }) }
      await assertProblemCode(await world.post(large), 'payload_too_large')
    })

    it('say which pair they do not know or cannot tell', async () => {
      const theirs = { ...pair('F-0'), material: materialIdOf(world.theirs.key, 'M-1') }
      const { detail } = await assertProblemCode(
        await world.post({ pairs: [pair('F-0'), theirs], systems: ['erp', 'wms'] }),
        'record_not_found',
      )
      expect(detail).to.equal('pairs.1.material: There is no material with this reference.')
      const { text } = await world.ours.issue({ scopes: ['graph:read'] })
      await assertProblemCode(await world.post({}, text), 'insufficient_scope')
    })

    it('are in the audit trail with what was asked for', async () => {
      await compare([pair('F-0')])
      const records = await world.api.audited()
      const { parameters, rows } = records.findLast(({ operation }) => operation === 'compareMaterialPositions') ?? {}
      expect(parameters).to.deep.equal({ pairs: [pair('F-0')], systems: ['erp', 'wms'] })
      expect(rows).to.equal(1)
    })
  })
})
