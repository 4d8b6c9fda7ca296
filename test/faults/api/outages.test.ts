import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import type { Graph } from '../../../cypher/connect.ts'
import { mintToken } from '../../../domain/credentials/token.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { assertContract, assertProblemCode } from '../../support/api/contract.ts'
import { connectTestGraph } from '../../support/graph/graph.ts'
import { broken, echo, pending, readGraph } from '../../support/graph/probes.ts'
import { type MintedOrganization, mintOrganization } from '../../support/organization.ts'
import { startTcpProxy, type TcpProxy } from '../../support/processes/tcp-proxy.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'

async function timed<T>(work: Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const tookMs = stopwatch()
  const answer = await work
  return { answer, tookMs: tookMs() }
}

describe('outages', () => {
  let graph: Graph
  let organization: MintedOrganization

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
  })

  after(() => graph.close())

  const opened: TestApi[] = []

  async function start(options: Parameters<typeof startApi>[0]): Promise<TestApi> {
    const api = await startApi({ ...options, isPunctual: true })
    opened.push(api)
    return api
  }

  afterEach(async () => {
    for (const api of opened.splice(0)) await api.close()
  })

  describe('a graph that accepts connections and never responds (api 10)', () => {
    let silent: TcpProxy
    let api: TestApi

    before(async () => {
      silent = await startTcpProxy()
      api = await startApi({
        operations: [echo],
        variables: { NEO4J_URI: `bolt://127.0.0.1:${silent.port}` },
        isPunctual: true,
      })
    })

    after(async () => {
      silent.close()
      await api.close()
    })

    it('returns 503, not 401, within 5 s for a credential that cannot be verified', async () => {
      const requests = Array.from({ length: 20 }, () => timed(api.get('/v1/echo', mintToken('local').text)))
      for (const { answer, tookMs } of await Promise.all(requests)) {
        expect(answer.status).to.equal(503)
        expect(tookMs).to.be.below(5000)
        await assertProblemCode(answer, 'dependency_unavailable')
      }
    })

    it('still returns 401 immediately for credentials that need no read of the graph', async () => {
      const { answer, tookMs } = await timed(api.get('/v1/echo', 'tda_local_nonsense'))
      await assertProblemCode(answer, 'invalid_token')
      expect(tookMs).to.be.below(500)
    })

    it('leaves the API alive, but not ready (api 26)', async () => {
      const { answer, tookMs } = await timed(fetch(`${api.adminUrl}/readyz`))
      expect(answer.status).to.equal(503)
      expect(await answer.json()).to.include({ graph: false, draining: false })
      expect(tookMs).to.be.below(5000)
      expect((await fetch(`${api.adminUrl}/livez`)).status).to.equal(200)
    })
  })

  describe('a graph that stops responding while it is in use (api 10)', () => {
    let proxy: TcpProxy
    let api: TestApi
    let token: string

    before(async () => {
      const { hostname, port } = new URL(process.env.NEO4J_URI ?? '')
      expect(['127.0.0.1', 'localhost'], 'the proxy only reaches a graph on this machine').to.include(hostname)
      proxy = await startTcpProxy(Number(port))
      const variables = { NEO4J_URI: `bolt://127.0.0.1:${proxy.port}` }
      api = await startApi({ operations: [echo, readGraph], variables, isPunctual: true })
      token = (await organization.issue()).text
    })

    after(async () => {
      proxy.close()
      await api.close()
    })

    it('returns 503 within 5 s, serves verified callers for 5 s more, and recovers without a restart', async () => {
      const other = (await organization.issue()).text
      await until('the first answer', async () => (await api.get('/v1/graph', other)).status === 200)
      const verifiedAfter = performance.now()
      await assertContract(await api.get('/v1/graph', token))
      proxy.freeze()
      const reading = timed(api.get('/v1/graph', token))
      await assertContract(await api.get('/v1/echo', token))
      const { answer, tookMs } = await reading
      expect(tookMs).to.be.below(5000)
      await assertProblemCode(answer, 'dependency_unavailable')
      const after = await until('the end of trust', async () => {
        const later = await timed(api.get('/v1/echo', token))
        return later.answer.status === 200 ? null : later
      })
      expect(after.tookMs).to.be.below(5000)
      await assertProblemCode(after.answer, 'dependency_unavailable')
      // A verified credential is trusted for 5 s, and the connection to the graph is waited for about 2 s.
      expect(performance.now() - verifiedAfter).to.be.at.least(6500)
      proxy.thaw()
      const healed = await until('an answer', async () => {
        const found = await api.get('/v1/graph', token)
        return found.status === 200 && found
      })
      await assertContract(healed)
    })
  })

  describe('an operation that never ends', () => {
    // Without the counter, the deadline of the operation ends the request. With it, the request has already waited 1 s
    // before the operation starts, and the deadline of the whole request ends it.
    const slowCounter = { hit: () => wait(1000, 1) }
    for (const options of [{}, { counter: slowCounter }]) {
      it(`returns 503 within 5 s, and nothing more when it ends later${options.counter ? ', even after a slow rate limit' : ''}`, async () => {
        const { operation, release } = pending()
        const api = await start({ operations: [operation], ...options })
        const token = (await organization.issue()).text
        const { answer, tookMs } = await timed(api.get('/v1/pending', token))
        expect(tookMs).to.be.below(5000)
        await assertProblemCode(answer, 'query_timeout')
        release()
        expect((await api.get('/v9', token)).status).to.equal(404)
        expect((await api.audited()).map(({ operation: id, status }) => [id, status])).to.deep.equal([
          ['pending', 503],
          [null, 404],
        ])
        expect(api.logLines.filter(({ level }) => Number(level) >= 50)).to.deep.equal([])
      })
    }

    it('returns 503 after RESPOND_WITHIN_MS', async () => {
      const { operation, release } = pending()
      const api = await start({ operations: [operation], variables: { RESPOND_WITHIN_MS: '1000' } })
      const { answer, tookMs } = await timed(api.get('/v1/pending', (await organization.issue()).text))
      expect(tookMs).to.be.below(4000)
      await assertProblemCode(answer, 'query_timeout')
      release()
    })
  })

  describe('an audit trail that is full', () => {
    it('returns 503 for protected requests before data is read, and still 401 for invalid credentials', async () => {
      const variables = { AUDIT_SPOOL_MAX: '2048' }
      const api = await start({ operations: [echo, broken], variables, takesAudit: false })
      const token = (await organization.issue()).text
      const full = await until('a full trail', async () => {
        const found = await api.get('/v1/echo', token)
        return found.status !== 200 && found
      })
      const problem = await assertProblemCode(full, 'dependency_unavailable')
      expect(problem.detail).to.include('audit')
      await assertProblemCode(await api.get('/v1/broken', token), 'dependency_unavailable')
      await assertProblemCode(await api.get('/v1/echo'), 'invalid_token')
    })
  })
})
