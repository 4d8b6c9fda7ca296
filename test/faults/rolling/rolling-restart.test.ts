import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { startCallers } from '../../support/api/callers.ts'
import { startRedis, type TestRedis } from '../../support/api/redis.ts'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import type { SourceEvent } from '../../support/events/source-event.ts'
import { material } from '../../support/graph/entities.ts'
import { fill } from '../../support/graph/graph.ts'
import { PATIENCE_MS } from '../../support/graph/patience.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { inOneMinute } from '../../support/in-one-minute.ts'
import { type MintedOrganization, mintOrganization } from '../../support/organization.ts'
import { type HaProxy, startHaProxy } from '../../support/processes/haproxy.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const THREE = [0, 1, 2]
const ENTITIES = 500
const FED = 400

describeWith(['haproxy', 'redis-server'], 'a rolling restart of three APIs behind a proxy and three projectors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-rolling-'))
  const fed: SourceEvent[] = []
  const apis: ApiProcess[] = []
  const projectors: ProjectorProcess[] = []
  let redis: TestRedis
  let installation: Installation
  let organization: MintedOrganization
  let ids: string[]
  let proxy: HaProxy

  before(async () => {
    redis = await startRedis()
    installation = await openInstallation()
    const { graph } = installation
    organization = await mintOrganization(graph)
    const entities = Array.from({ length: ENTITIES }, (_, at) => material(organization.key, `M-${at}`))
    await fill(graph, organization.key, { entities })
    ids = entities.map(({ id }) => id).sort()
    projectors.push(...(await Promise.all(THREE.map(() => installation.start()))))
    apis.push(...(await Promise.all(THREE.map(() => startApi()))))
    await Promise.all([...projectors.map((projector) => projector.untilReady()), ...apis.map(untilReady)])
    proxy = await startHaProxy(apis.map(portsOf))
  })

  after(async () => {
    await proxy?.stop()
    for (const api of apis) api.kill('SIGKILL')
    await Promise.all(apis.map(({ exited }) => exited))
    await installation?.close()
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** As an operator sets it, the time for draining as it is by default; but a busy machine may take its time to answer. */
  function startApi(ports: Partial<Record<'PORT' | 'ADMIN_PORT', string>> = {}): Promise<ApiProcess> {
    const shared = { REDIS_URL: redis.url, EXPORTS_FOLDER: join(folder, 'exports') }
    const times = { DRAIN_MS: '', RESPOND_WITHIN_MS: String(PATIENCE_MS) }
    return startApiProcess({ ...installation.settings, ...shared, ...times, ...ports })
  }
  const untilReady = ({ adminUrl }: ApiProcess) =>
    until('the API to be ready', async () => (await fetch(`${adminUrl}/readyz`)).ok)
  const portsOf = ({ url, adminUrl }: ApiProcess) => ({
    port: Number(new URL(url).port),
    adminPort: Number(new URL(adminUrl).port),
  })
  const hasAnswered = (api: ApiProcess) => api.logLines().some(({ status, path }) => status === 200 && path === '/mcp')

  async function restartApi(at: number): Promise<void> {
    const old = apis[at]
    if (!old) throw new Error(`There is no API ${at}`)
    const { port, adminPort } = portsOf(old)
    old.kill('SIGTERM')
    expect(await old.exited).to.equal(0)
    const fresh = await startApi({ PORT: String(port), ADMIN_PORT: String(adminPort) })
    apis[at] = fresh
    await untilReady(fresh)
    await until('the proxy to send it requests', () => hasAnswered(fresh))
  }

  async function restartProjector(at: number): Promise<void> {
    projectors[at]?.signal('SIGTERM')
    expect(await projectors[at]?.ended).to.equal(0)
    projectors[at] = await installation.start()
    await projectors[at]?.untilReady()
  }

  async function feed(): Promise<void> {
    const log = longLog(FED, fed.length, 20).map((event) => ({ ...event, version: event.version + fed.length }))
    fed.push(...log)
    await installation.feed(log)
  }

  it('fails no request, keeps cursors, MCP and exports right, and applies each event once (default settings)', async () => {
    const scopes = ['graph:read', 'mcp:read', 'exports:create'] as const
    const { text: token } = await organization.issue({ scopes: [...scopes], kind: 'mcp', quota: 1_000_000 })
    const callers = startCallers({ url: proxy.url, token, ids })
    for (const at of THREE) {
      await feed()
      await restartProjector(at)
      await feed()
      await restartApi(at)
    }
    await feed()
    await callers.stop()
    expect(callers.faults.length, callers.faults.slice(0, 5).join('\n')).to.equal(0)
    expect([...callers.done.keys()].sort()).to.deep.equal(['exports', 'pages', 'tools'])
    console.log(
      `    ${JSON.stringify(Object.fromEntries(callers.done))}, longest ${Math.round(callers.longestMs())} ms`,
    )
    await installation.caughtUp()
    const { graph, organization: own } = installation
    expect(comparable(await projected(graph, own))).to.deep.equal(comparable(modelOf(own, fed)))
    expect(await installation.deadReasons()).to.deep.equal([])
  })

  it('counts one limit for all of them', async () => {
    const fallbacks = async () => {
      const texts = await Promise.all(apis.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()))
      return texts.map((text) => /^tda_rate_limit_fallbacks_total (\d+)$/m.exec(text)?.[1]).join()
    }
    const ask = async () => {
      const headers = { Authorization: `Bearer ${(await organization.issue({ quota: 60 })).text}` }
      const asked = Array.from({ length: 90 }, async () => {
        const answer = await fetch(`${proxy.url}/v1/entity-types`, { headers })
        await answer.arrayBuffer()
        return answer.status
      })
      return Promise.all(asked)
    }
    // Redis has 200 ms, and on a busy machine a process may count one request alone.
    const statuses = await until('a round that Redis counted', async () => {
      const before = await fallbacks()
      const answered = await inOneMinute(ask)
      return (await fallbacks()) === before && answered
    })
    expect(statuses.filter((status) => status === 200)).to.have.length(60)
    expect(statuses.filter((status) => status === 429)).to.have.length(30)
  })
})
