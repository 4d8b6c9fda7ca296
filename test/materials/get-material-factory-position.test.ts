import { expect } from 'chai'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { factoryIdOf, materialIdOf, type TestPosition } from '../support/materials/connected.ts'
import { refusalOf } from '../support/materials/connected-api.ts'
import { HOUR_MS, NOW } from '../support/materials/connected-rows.ts'
import {
  end,
  positionsOf,
  type StockedFactories,
  startStockedFactories,
} from '../support/materials/stocked-factories.ts'

const PATH = '/v1/material-factory-position'

describe('positions of materials at factories over HTTP', () => {
  let world: StockedFactories
  before(async () => {
    world = await startStockedFactories()
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  const material = (code = 'M-1') => materialIdOf(world.ours.key, code)
  const factory = (code: string) => factoryIdOf(world.ours.key, code)
  const bare = ({ freshness: _freshness, ...rest }: MaterialFactoryPosition) => rest
  const byId = (rows: TestPosition[]) => rows.sort((a, b) => (a.positionId < b.positionId ? -1 : 1))

  it('are listed by ID as they are stored, for each filter and page size', async () => {
    const filters: [Record<string, string>, (row: TestPosition) => boolean][] = [
      [{}, () => true],
      [{ system: 'erp' }, ({ system }) => system === 'erp'],
      [{ factory: factory('F-0') }, (row) => row.factory.code === 'F-0'],
      [{ factory: factory('F-0'), system: 'erp' }, (row) => row.factory.code === 'F-0' && row.system === 'erp'],
      [{ factory: factory('F-8'), system: 'wms' }, () => false],
    ]
    for (const [given, keeps] of filters) {
      const expected = byId(world.stored.filter((row) => row.material.code === 'M-1' && keeps(row)))
      for (const limit of [1, 7, 100]) {
        const rows = await world.walk<MaterialFactoryPosition>(PATH, { material: material(), ...given }, limit)
        expect(rows.map(bare), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
  })

  it('with unassigned codes are found by these codes, together with other filters', async () => {
    const mine = world.stored.filter((row) => row.material.id === null || row.factory.id === null)
    expect(mine).to.have.length(4)
    const cases: [Record<string, string>, (row: TestPosition) => boolean][] = [
      [{ material: 'X-9' }, (row) => row.material.code === 'X-9'],
      [{ material: 'X-9', system: 'wms' }, (row) => row.material.code === 'X-9' && row.system === 'wms'],
      [{ material: 'X-9', factory: 'FA-901' }, (row) => `${row.material.code} ${row.factory.code}` === 'X-9 FA-901'],
      [{ material: 'X-9', factory: factory('F-0') }, (row) => `${row.material.code} ${row.factory.code}` === 'X-9 F-0'],
      [
        { material: material('M-2'), factory: 'FA-901' },
        (row) => `${row.material.code} ${row.factory.code}` === 'M-2 FA-901',
      ],
    ]
    for (const [given, keeps] of cases) {
      const expected = byId(mine.filter(keeps))
      expect(expected, JSON.stringify(given)).not.to.deep.equal([])
      for (const limit of [1, 100]) {
        const rows = await world.walk<MaterialFactoryPosition>(PATH, given, limit)
        expect(rows.map(bare), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
    for (const near of ['x-9', 'X-90', 'FA-901']) {
      const get = (ref: string, token: string) => world.api.get(`${PATH}?material=${ref}`, token)
      await assertProblemCode(await get(near, world.tokens.ours), 'record_not_found')
    }
    const theirs = await world.api.get(`${PATH}?material=X-9`, world.tokens.theirs)
    await assertProblemCode(theirs, 'record_not_found')
  })

  it('of all materials at a factory are listed, whether it is known or not, for each filter and page size', async () => {
    const cases: [Record<string, string>, (row: TestPosition) => boolean][] = [
      [{ factory: factory('F-0') }, (row) => row.factory.code === 'F-0'],
      [{ factory: factory('F-0'), system: 'erp' }, (row) => row.factory.code === 'F-0' && row.system === 'erp'],
      [{ factory: 'erp:main:site-8' }, (row) => row.factory.code === 'F-8'],
      [{ factory: factory('F-9') }, (row) => row.factory.code === 'F-9'],
      [{ factory: 'FA-901' }, (row) => row.factory.code === 'FA-901'],
      [{ factory: 'FA-901', system: 'wms' }, (row) => row.factory.code === 'FA-901' && row.system === 'wms'],
    ]
    for (const [given, keeps] of cases) {
      const expected = byId(world.stored.filter(keeps))
      expect(expected, JSON.stringify(given)).not.to.deep.equal([])
      for (const limit of [1, 2, 7, 100]) {
        const rows = await world.walk<MaterialFactoryPosition>(PATH, given, limit)
        expect(rows.map(bare), JSON.stringify({ ...given, limit })).to.deep.equal(expected)
      }
    }
    const materials = new Set(byId(world.stored.filter(cases[0]?.[1] ?? Boolean)).map((row) => row.material.code))
    expect([...materials].sort()).to.deep.equal(['M-1', 'M-2', 'X-9'])
    expect(await world.walk(PATH, { factory: factory('F-8'), system: 'wms' }, 10)).to.deep.equal([])
  })

  it('require material or factory, and name both if neither is given', async () => {
    for (const query of ['', 'system=erp', 'limit=5']) {
      const { errors } = await assertProblemCode(
        await world.api.get(`${PATH}?${query}`, world.tokens.ours),
        'invalid_request',
      )
      expect(
        errors?.map(({ name }) => name),
        query,
      ).to.deep.equal(['material', 'factory'])
    }
    const { links } = await world.read(PATH, { factory: factory('F-0'), limit: 1 })
    for (const other of [
      { factory: factory('F-1') },
      { material: material(), factory: factory('F-0') },
      { material: material() },
    ]) {
      const query = new URLSearchParams({ ...other, cursor: links.next ?? '' })
      await assertProblemCode(await world.api.get(`${PATH}?${query}`, world.tokens.ours), 'invalid_cursor')
    }
    const theirs = await world.api.get(`${PATH}?factory=${factoryIdOf(world.theirs.key, 'F-0')}`, world.tokens.ours)
    await assertProblemCode(theirs, 'record_not_found')
  })

  it('are found by the ID of a factory that has no record of its own', async () => {
    const [only] = await world.walk<MaterialFactoryPosition>(
      PATH,
      { material: material('M-2'), factory: factory('F-9') },
      10,
    )
    expect(only?.factory).to.deep.equal(end(factory('F-9'), 'F-9'))
  })

  it('include their freshness at the time of the request', async () => {
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

  it('of other organizations are not returned, and unknown references and invalid parameters are rejected', async () => {
    const foreign = await world.read<{ data: MaterialFactoryPosition[] }>(
      PATH,
      { material: materialIdOf(world.theirs.key, 'M-1') },
      world.tokens.theirs,
    )
    expect(foreign.data).to.have.length(positionsOf(world.theirs.key).length - 2)
    const get = (query: string, token = world.tokens.ours) => world.api.get(`${PATH}?${query}`, token)
    const unknown = await refusalOf(await get(`material=${material()}&factory=no`), 'record_not_found')
    const theirs = factoryIdOf(world.theirs.key, 'F-0')
    expect(await refusalOf(await get(`material=${material()}&factory=${theirs}`), 'record_not_found')).to.equal(unknown)
    const { links } = await world.read(PATH, { material: material(), limit: 1 })
    await assertProblemCode(await get(`material=${material('M-2')}&cursor=${links.next}`), 'invalid_cursor')
    await assertProblemCode(await get(`material=${material()}&system=erp&cursor=${links.next}`), 'invalid_cursor')
    for (const invalid of ['', 'material=', 'material=x&system=', 'material=x&instance=main']) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read'] })
    await assertProblemCode(await get(`material=${material()}`, text), 'insufficient_scope')
  })
})
