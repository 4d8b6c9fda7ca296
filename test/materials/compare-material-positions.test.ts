import { expect } from 'chai'
import type { PositionComparison } from '../../schemas/materials/positions.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { factoryIdOf, materialIdOf } from '../support/materials/connected.ts'
import { end, type StockedFactories, startStockedFactories } from '../support/materials/stocked-factories.ts'

describe('compared positions of materials at factories', () => {
  let world: StockedFactories
  before(async () => {
    world = await startStockedFactories()
  })
  after(() => world.close())

  const material = (code = 'M-1') => materialIdOf(world.ours.key, code)
  const factory = (code: string) => factoryIdOf(world.ours.key, code)
  const pair = (namedFactory: string, namedMaterial = 'M-1') => ({
    material: material(namedMaterial),
    factory: factory(namedFactory),
  })
  const compare = async (pairs: unknown[], more: Record<string, unknown> = {}): Promise<PositionComparison[]> => {
    const answer = await world.post({ pairs, systems: ['erp', 'wms'], ...more })
    const body = (await assertContract(answer)) as { data: PositionComparison[]; meta: unknown }
    expect(answer.status, JSON.stringify(body)).to.equal(200)
    expect(answer.headers.get('Cache-Control')).to.equal('no-store')
    expect(answer.headers.has('ETag')).to.equal(false)
    return body.data
  }
  const verdicts = async (...args: Parameters<typeof compare>) => (await compare(...args)).map(({ verdict }) => verdict)

  it('change the verdict exactly at the tolerance, in both directions', async () => {
    const pairs = ['F-0', 'F-1', 'F-2', 'F-3', 'F-4'].map((code) => pair(code))
    const expected = ['match', 'within_tolerance', 'mismatch', 'within_tolerance', 'mismatch']
    expect(await verdicts(pairs)).to.deep.equal(expected)
    const exact = { tolerance: { percent: '0', absolute: { MTR: '10' } } }
    expect(await verdicts(pairs, exact)).to.deep.equal(expected)
    const open = { tolerance: { percent: '0', absolute: { MTR: '10.0001' } } }
    expect(await verdicts(pairs, open)).to.deep.equal(['match', ...Array(4).fill('within_tolerance')])
  })

  it('are returned in the order of the requested pairs, with the newest position of each system', async () => {
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

  it('are not_comparable across dimensions, and include measures without a value', async () => {
    expect(await verdicts([pair('F-0', 'M-2')])).to.deep.equal(['not_comparable'])
    const [nowhere] = await compare([{ material: material('M-2'), factory: factory('F-3') }], {
      measures: ['onHand', 'required'],
    })
    expect(nowhere).to.deep.include({ verdict: 'missing', positions: [] })
    expect(nowhere?.material).to.deep.include({ id: material('M-2'), label: 'M-2' })
    expect(nowhere?.differences.map(({ measure, baselineSystem }) => `${measure} ${baselineSystem}`)).to.deep.equal([
      'onHand wms',
      'required erp',
    ])
  })

  it('have the known codes and labels of both ends, even without a position', async () => {
    const ofM7 = { id: material('M-7'), code: 'M-7', label: 'M-7 Poplin 120' }
    const [atF8, atF9] = await compare([pair('F-8', 'M-7'), pair('F-9', 'M-7')])
    expect(atF8).to.deep.include({ positions: [], material: ofM7, factory: end(factory('F-8'), 'F-8') })
    expect(atF9).to.deep.include({ positions: [], material: ofM7, factory: end(factory('F-9'), 'F-9') })
  })

  it('name an invalid value by its path in the body', async () => {
    const refused = async (body: unknown) => {
      const { errors } = await assertProblemCode(await world.post(body), 'invalid_request')
      return errors?.map((fault) => `${fault.in} ${fault.name}`)
    }
    const systems = ['erp', 'wms']
    const whole = { pairs: [pair('F-0')], systems }
    expect(await refused({ pairs: [{ material: '', factory: 'x' }], systems })).to.deep.equal(['body pairs.0.material'])
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

  it('name the pair whose reference is unknown', async () => {
    const theirs = { ...pair('F-0'), material: materialIdOf(world.theirs.key, 'M-1') }
    const { detail } = await assertProblemCode(
      await world.post({ pairs: [pair('F-0'), theirs], systems: ['erp', 'wms'] }),
      'record_not_found',
    )
    expect(detail).to.equal('pairs.1.material: The organization has no material with this reference.')
    const { text } = await world.ours.issue({ scopes: ['graph:read'] })
    await assertProblemCode(await world.post({}, text), 'insufficient_scope')
  })

  it('are in the audit trail with the request body', async () => {
    await compare([pair('F-0')])
    const records = await world.api.audited()
    const { parameters, rows } = records.findLast(({ operation }) => operation === 'compareMaterialPositions') ?? {}
    expect(parameters).to.deep.equal({ pairs: [pair('F-0')], systems: ['erp', 'wms'] })
    expect(rows).to.equal(1)
  })
})
