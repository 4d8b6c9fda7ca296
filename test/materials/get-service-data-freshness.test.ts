import { expect } from 'chai'
import type { Freshness } from '../../schemas/materials/datasets.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { updateNodes } from '../support/graph/stored-nodes.ts'
import { type ConnectedApi, refusalOf } from '../support/materials/connected-api.ts'
import { at, HOUR_MS, NOW } from '../support/materials/connected-rows.ts'
import { datasetIdsOf, datasets, startLoadedDatasets } from '../support/materials/loaded-datasets.ts'

describe('the freshness of datasets over HTTP', () => {
  let world: ConnectedApi
  before(async () => {
    world = await startLoadedDatasets()
  })
  after(() => world.close())
  afterEach(() => {
    world.clock.now = NOW
  })

  it('is evaluated at the time of the request, and changes exactly at the thresholds', async () => {
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

  it('gives the reason for an unknown status, a failed load, or clock skew', async () => {
    const rows = await world.walk<Freshness>('/v1/freshness', {}, 100)
    const reported = new Map(rows.map(({ datasetId, status, reason, basis }) => [datasetId, [status, reason, basis]]))
    expect(reported.get('erp.never')).to.deep.equal(['unknown', 'never_loaded', null])
    expect(reported.get('erp.paused')).to.deep.equal(['unknown', 'paused', 'source_watermark'])
    expect(reported.get('erp.free')).to.deep.equal(['unknown', 'no_policy', 'source_watermark'])
    expect(reported.get('wms.skewed')).to.deep.equal(['fresh', 'clock_skew', 'source_watermark'])
    expect(reported.get('wms.material_stock')).to.deep.equal(['stale', 'last_load_failed', 'source_watermark'])
    const wms = rows.find(({ datasetId }) => datasetId === 'wms.material_stock')
    expect(wms?.lastSuccessAt).to.equal(at(-HOUR_MS + 60_000))
    expect(wms?.lastAttemptStatus).to.equal('failed')
    expect(wms?.nextExpectedAt).to.equal(at(60_000))
  })

  it('filters by status without losing rows, although pages may be short', async () => {
    const all = await world.walk<Freshness>('/v1/freshness', {}, 100)
    expect(all.map(({ datasetId }) => datasetId)).to.deep.equal(datasetIdsOf(datasets))
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

  it('includes the lag of the projector, or null if it was not measured recently', async () => {
    const { meta } = await world.read('/v1/freshness', { limit: 1 })
    expect(meta).to.deep.equal({ projector: { lagSeconds: null, lastAppliedAt: at(-500) } })
    const measure = 'MERGE (g:ProjectorGroup {groupId: $id}) SET g.lagSeconds = 1.5, g.lagMeasuredAt = $at'
    await world.graph.execute(measure, { id: 'tda-projector', at: at(-119_000) })
    const lag = async () =>
      ((await world.read('/v1/freshness', { limit: 1 })).meta.projector as { lagSeconds: unknown }).lagSeconds
    expect(await lag()).to.equal(1.5)
    world.clock.now = NOW + 2000
    expect(await lag()).to.equal(null)
    const group = { groupId: 'tda-projector' }
    await updateNodes(world.graph, 'ProjectorGroup', group, { lagSeconds: null, lagMeasuredAt: null })
  })

  it('is not returned for another organization, and unknown datasets and invalid parameters are rejected', async () => {
    const get = (query: string, token = world.tokens.ours) => world.api.get(`/v1/freshness${query}`, token)
    const unknown = await refusalOf(await get('?datasetId=no.such'), 'dataset_not_found')
    expect(await refusalOf(await get('?datasetId=mdm.x'), 'dataset_not_found')).to.equal(unknown)
    const { links } = await world.read('/v1/freshness', { limit: 1 })
    await assertProblemCode(await get(`?limit=1&cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
    for (const invalid of ['?organization=x', '?datasetId=x', '?status=old']) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read', 'exports:create'] })
    await assertProblemCode(await get('', text), 'insufficient_scope')
  })
})
