import { expect } from 'chai'
import type { Dataset, Freshness } from '../../../schemas/connected.ts'
import { fillConnected } from '../../support/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../../support/connected-api.ts'
import { at, dataset, HOUR_MS, load, NOW } from '../../support/connected-rows.ts'
import { assertProblemCode } from '../../support/contract.ts'

const many = Array.from({ length: 12 }, (_, n) => dataset(`pim.feed_${String(n).padStart(2, '0')}`))
const datasets = [
  dataset('erp.material_stock'),
  dataset('erp.never', { lifecycle: 'deprecated' }),
  dataset('erp.paused', { lifecycle: 'paused' }),
  dataset('erp.free', { warnAfterSeconds: null, errorAfterSeconds: null }),
  dataset('wms.material_stock', { warnAfterSeconds: 1800, errorAfterSeconds: 7200 }),
  dataset('wms.skewed'),
  ...many,
]
/** Behind a success lie more failures than are looked at. */
const failures = Array.from({ length: 8 }, (_, n) =>
  load('wms.material_stock', -HOUR_MS + (n + 1) * 1000, {
    status: 'failed',
    sourceWatermarkAt: null,
    error: 'no answer',
  }),
)
const loads = [
  load('erp.material_stock', -HOUR_MS),
  load('erp.material_stock', -9 * HOUR_MS),
  load('erp.paused', -HOUR_MS),
  load('erp.free', -HOUR_MS),
  load('wms.material_stock', -HOUR_MS),
  ...failures,
  load('wms.skewed', 60_000, { endedAt: at(0) }),
  ...many.map(({ datasetId }, n) => load(datasetId, -n * HOUR_MS)),
]

describe('datasets and their freshness over HTTP', () => {
  let world: ConnectedApi
  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    const rows = { 'erp.material_stock': 41, 'pim.feed_03': 3 }
    await fillConnected(graph, ours.key, { datasets, rows, loads, appliedAt: at(-500) })
    await fillConnected(graph, theirs.key, {
      datasets: [dataset('erp.material_stock', { name: 'Theirs' }), dataset('mdm.x')],
    })
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  const byId = (rows: { datasetId: string }[]) => rows.map(({ datasetId }) => datasetId).sort()

  it('lists each dataset once by id, whatever the limit is, with its live rows', async () => {
    const expected = byId(datasets)
    for (const limit of [1, 7, 100]) {
      const rows = await world.walk<Dataset>('/v1/datasets', {}, limit)
      expect(rows.map(({ datasetId }) => datasetId)).to.deep.equal(expected)
      const counts = rows.filter(({ rowCount }) => rowCount > 0).map(({ datasetId, rowCount }) => [datasetId, rowCount])
      expect(counts).to.deep.equal([
        ['erp.material_stock', 41],
        ['pim.feed_03', 3],
      ])
    }
    const [first] = await world.walk<Dataset>('/v1/datasets', { system: 'wms' }, 1)
    expect(first).to.deep.equal({
      ...dataset('wms.material_stock', { warnAfterSeconds: 1800, errorAfterSeconds: 7200 }),
      rowCount: 0,
    })
  })

  it('filters datasets by system', async () => {
    for (const system of ['erp', 'wms', 'pim', 'mdm']) {
      const expected = byId(datasets.filter(({ sourceSystem }) => sourceSystem === system))
      for (const limit of [1, 7, 100]) {
        expect(byId(await world.walk<Dataset>('/v1/datasets', { system }, limit))).to.deep.equal(expected)
      }
    }
  })

  it('evaluates freshness by the clock: it flips at the threshold', async () => {
    const statusAt = async (ms: number) => {
      world.clock.now = NOW - HOUR_MS + ms
      const { data } = await world.read('/v1/freshness', { datasetId: 'erp.material_stock' })
      return [data[0]?.status, data[0]?.severity, data[0]?.lagSeconds, data[0]?.evaluatedAt === at(-HOUR_MS + ms)]
    }
    expect(await statusAt(7_199_000)).to.deep.equal(['fresh', 'none', 7199, true])
    expect(await statusAt(7_200_000)).to.deep.equal(['fresh', 'none', 7200, true])
    expect(await statusAt(7_200_001)).to.deep.equal(['stale', 'warn', 7201, true])
    expect(await statusAt(21_600_000)).to.deep.equal(['stale', 'warn', 21600, true])
    expect(await statusAt(21_601_000)).to.deep.equal(['stale', 'error', 21601, true])
  })

  it('says why it does not know, what failed and whose clock is ahead', async () => {
    const rows = await world.walk<Freshness>('/v1/freshness', {}, 100)
    const said = new Map(rows.map(({ datasetId, status, reason, basis }) => [datasetId, [status, reason, basis]]))
    expect(said.get('erp.never')).to.deep.equal(['unknown', 'never_loaded', null])
    expect(said.get('erp.paused')).to.deep.equal(['unknown', 'paused', 'source_watermark'])
    expect(said.get('erp.free')).to.deep.equal(['unknown', 'no_policy', 'source_watermark'])
    expect(said.get('wms.skewed')).to.deep.equal(['fresh', 'clock_skew', 'source_watermark'])
    expect(said.get('wms.material_stock')).to.deep.equal(['stale', 'last_load_failed', 'source_watermark'])
    const wms = rows.find(({ datasetId }) => datasetId === 'wms.material_stock')
    expect(wms?.lastSuccessAt).to.equal(at(-HOUR_MS + 60_000))
    expect(wms?.lastAttemptStatus).to.equal('failed')
    expect(wms?.nextExpectedAt).to.equal(at(60_000))
  })

  it('filters by status and never skips: short pages lead on to all', async () => {
    const all = await world.walk<Freshness>('/v1/freshness', {}, 100)
    expect(all.map(({ datasetId }) => datasetId)).to.deep.equal(byId(datasets))
    for (const status of ['fresh', 'stale', 'unknown']) {
      const expected = all.filter((row) => row.status === status)
      expect(expected.length).to.be.above(1)
      for (const limit of [1, 7, 100]) {
        expect(await world.walk<Freshness>('/v1/freshness', { status }, limit), `${status} ${limit}`).to.deep.equal(
          expected,
        )
      }
    }
    expect(await world.walk('/v1/freshness', { datasetId: 'erp.paused', status: 'stale' }, 5)).to.deep.equal([])
  })

  it('tells how far the projector is, as long as that is known', async () => {
    const { meta } = await world.read('/v1/freshness', { limit: 1 })
    expect(meta).to.deep.equal({ projector: { lagSeconds: null, lastAppliedAt: at(-500) } })
    const measure = 'MERGE (g:ProjectorGroup {groupId: $id}) SET g.lagSeconds = 1.5, g.lagMeasuredAt = $at'
    await world.graph.execute(measure, { id: 'tda-projector', at: at(-119_000) })
    const lag = async () =>
      ((await world.read('/v1/freshness', { limit: 1 })).meta.projector as { lagSeconds: unknown }).lagSeconds
    expect(await lag()).to.equal(1.5)
    world.clock.now = NOW + 2000
    expect(await lag()).to.equal(null)
    await world.graph.execute('MATCH (g:ProjectorGroup {groupId: $id}) REMOVE g.lagSeconds, g.lagMeasuredAt', {
      id: 'tda-projector',
    })
  })

  it('is of one organization, and refuses what it does not know', async () => {
    const foreign = await world.read('/v1/datasets', {}, world.tokens.theirs)
    expect(foreign.data.map(({ name }) => name)).to.deep.equal(['Theirs', 'mdm.x'])
    const get = (path: string, token = world.tokens.ours) => world.api.get(path, token)
    const unknown = await refusalOf(await get('/v1/freshness?datasetId=no.such'), 'dataset_not_found')
    expect(await refusalOf(await get('/v1/freshness?datasetId=mdm.x'), 'dataset_not_found')).to.equal(unknown)
    for (const path of ['/v1/datasets', '/v1/freshness']) {
      const { links } = await world.read(path, { limit: 1 })
      await assertProblemCode(await get(`${path}?limit=1&cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
      await assertProblemCode(await get(`${path}?organization=x`), 'invalid_request')
    }
    for (const faulty of ['/v1/datasets?system=ERP', '/v1/freshness?datasetId=x', '/v1/freshness?status=old']) {
      await assertProblemCode(await get(faulty), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read', 'exports:create'] })
    for (const path of ['/v1/datasets', '/v1/freshness'])
      await assertProblemCode(await get(path, text), 'insufficient_scope')
  })
})
