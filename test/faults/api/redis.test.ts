import { expect } from 'chai'
import type { Graph } from '../../../cypher/connect.ts'
import { startApi } from '../../support/api/api.ts'
import { startApiProcess } from '../../support/api/api-process.ts'
import { assertContract, assertProblemCode } from '../../support/api/contract.ts'
import { isShared, openCounter, startRedis, type TestRedis } from '../../support/api/redis.ts'
import { connectTestGraph } from '../../support/graph/graph.ts'
import { echo } from '../../support/graph/probes.ts'
import { inOneMinute } from '../../support/in-one-minute.ts'
import { mintOrganization } from '../../support/organization.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

describeWith(['redis-server'], 'the rate limit of several API processes, with Redis and without (api 18)', () => {
  let redis: TestRedis
  let graph: Graph

  before(async () => {
    redis = await startRedis()
    graph = connectTestGraph()
  })

  after(async () => {
    await redis?.stop()
    await graph?.close()
  })

  it('lets two processes serve 600 requests per minute in total', async () => {
    const organization = await mintOrganization(graph)
    const processes = await Promise.all([1, 2].map(() => startApiProcess({ REDIS_URL: redis.url })))
    for (const { adminUrl } of processes) await until('readiness', async () => (await fetch(`${adminUrl}/readyz`)).ok)
    const alone = async () => {
      const texts = await Promise.all(
        processes.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()),
      )
      return texts.map((text) => /^tda_rate_limit_fallbacks_total (\d+)$/m.exec(text)?.[1]).join()
    }
    const ask = async () => {
      const headers = { Authorization: `Bearer ${(await organization.issue()).text}` }
      const answered: number[] = []
      for (let round = 0; round < 14; round += 1) {
        const batch = Array.from({ length: 50 }, (_, index) => {
          return fetch(`${processes[index % 2]?.url}/v1/entity-types`, { headers })
        })
        for (const answer of await Promise.all(batch)) {
          answered.push(answer.status)
          await answer.arrayBuffer()
        }
      }
      return answered
    }
    // The limit waits 200 ms for Redis. On a busy machine that can be too short, and the process then counts alone.
    const countedByRedis = async () => {
      const before = await alone()
      const answered = await inOneMinute(ask)
      return (await alone()) === before && answered
    }
    const statuses = await until('a round that Redis counted', countedByRedis, 240_000)
    for (const each of processes) each.kill('SIGTERM')
    await Promise.all(processes.map(({ exited }) => exited))
    expect(statuses.filter((status) => status === 200)).to.have.length(600)
    expect(statuses.filter((status) => status === 429)).to.have.length(100)
  })

  for (const outage of ['freezes', 'ends'] as const) {
    it(`counts per process while Redis ${outage}, from the last shared count, and shares the count again afterwards`, async () => {
      const { counter, metrics } = await openCounter(redis)
      // The clock is fixed, so that all requests count for one minute however long they take.
      const now = Date.now()
      const api = await startApi({ operations: [echo], counter, now: () => now })
      const token = (await (await mintOrganization(graph)).issue({ quota: 15 })).text
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
      expect(tookMs(), 'all requests together wait for Redis only once').to.be.below(1000)
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
