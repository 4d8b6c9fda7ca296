import { expect } from 'chai'
import { createLog } from '../../api/log.ts'
import { createMetrics } from '../../api/metrics.ts'
import { openRedisCounter, type RedisCounter } from '../../api/rate-limit-redis.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi } from '../support/api.ts'
import { startApiProcess } from '../support/api-process.ts'
import { assertContract, assertProblemCode } from '../support/contract.ts'
import { connectTestGraph } from '../support/graph.ts'
import { mintOrganization } from '../support/organization.ts'
import { echo } from '../support/probes.ts'
import { hasRedis, startRedis, type TestRedis } from '../support/redis.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

const log = createLog('silent')

describe('rate limit in Redis (api 18)', () => {
  let redis: TestRedis
  let graph: Graph

  before(async function () {
    if (!(await hasRedis())) {
      console.error('      skipped: redis-server is not installed')
      this.skip()
    }
    redis = await startRedis()
    graph = connectTestGraph()
  })

  after(async () => {
    await redis?.stop()
    await graph?.close()
  })

  async function openCounter(): Promise<{ counter: RedisCounter; metrics: ReturnType<typeof createMetrics> }> {
    const metrics = createMetrics()
    const counter = openRedisCounter({ url: redis.url, log, metrics, now: Date.now })
    await until('the first shared count', async () => {
      await counter.hit('warm-up', 1)
      return isShared(metrics)
    })
    return { counter, metrics }
  }

  async function isShared(metrics: ReturnType<typeof createMetrics>): Promise<boolean> {
    return (await metrics.rateLimitShared.get()).values[0]?.value === 1
  }

  it('counts for two at once, so that every hit has a number of its own', async () => {
    const [one, two] = [await openCounter(), await openCounter()]
    const hits = Array.from({ length: 1000 }, (_, hit) => (hit % 2 ? one : two).counter.hit('together', 7))
    const counts = (await Promise.all(hits)).sort((a, b) => a - b)
    expect(counts).to.deep.equal(Array.from({ length: 1000 }, (_, hit) => hit + 1))
    expect(await one.counter.hit('together', 8)).to.equal(1)
    one.counter.close()
    two.counter.close()
  })

  it('lets two processes answer 600 requests in sum', async () => {
    const token = (await (await mintOrganization(graph)).issue()).text
    const processes = await Promise.all([1, 2].map(() => startApiProcess({ REDIS_URL: redis.url })))
    for (const { adminUrl } of processes) await until('readiness', async () => (await fetch(`${adminUrl}/readyz`)).ok)
    // The 700 requests take a few seconds, which must not stand across the end of a minute.
    await until('the beginning of a minute', () => new Date().getUTCSeconds() < 45)
    const statuses: number[] = []
    for (let round = 0; round < 14; round += 1) {
      const batch = Array.from({ length: 50 }, (_, index) => {
        const url = processes[index % 2]?.url ?? ''
        return fetch(`${url}/v1/entity-types`, { headers: { Authorization: `Bearer ${token}` } })
      })
      for (const answer of await Promise.all(batch)) {
        statuses.push(answer.status)
        await answer.arrayBuffer()
      }
    }
    for (const each of processes) each.kill('SIGTERM')
    await Promise.all(processes.map(({ exited }) => exited))
    expect(statuses.filter((status) => status === 200)).to.have.length(600)
    expect(statuses.filter((status) => status === 429)).to.have.length(100)
  })

  for (const outage of ['freezes', 'ends'] as const) {
    it(`counts alone while Redis ${outage}, from the last known count, and shares again afterwards`, async () => {
      const { counter, metrics } = await openCounter()
      const api = await startApi({ operations: [echo], counter })
      const token = (await (await mintOrganization(graph)).issue({ quota: 15 })).text
      await until('the beginning of a minute', () => new Date().getUTCSeconds() < 50)
      for (let hit = 0; hit < 5; hit += 1) await assertContract(await api.get('/v1/echo', token))
      if (outage === 'freezes') await redis.freeze()
      else await redis.stop()
      const tookMs = stopwatch()
      for (let hit = 5; hit < 15; hit += 1) {
        const answer = await api.get('/v1/echo', token)
        await assertContract(answer)
        expect(answer.status).to.equal(200)
        expect(answer.headers.get('RateLimit-Remaining')).to.equal(String(14 - hit))
      }
      await assertProblemCode(await api.get('/v1/echo', token), 'rate_limited')
      expect(tookMs(), 'one wait for all').to.be.below(1000)
      expect(await isShared(metrics)).to.equal(false)
      expect((await metrics.rateLimitFallbacks.get()).values[0]?.value).to.be.at.least(11)
      if (outage === 'freezes') redis.thaw()
      else await redis.start()
      await until('the shared count', async () => {
        await counter.hit('afterwards', 1)
        return isShared(metrics)
      })
      await api.close()
      counter.close()
    })
  }
})
