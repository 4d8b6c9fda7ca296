import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import neo4j from 'neo4j-driver'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { type LoadAnswer, startSteadyLoad } from '../../support/api/steady-load.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { PATIENCE_MS } from '../../support/graph/patience.ts'
import { mintOrganization } from '../../support/organization.ts'
import { freshTopics } from '../../support/processes/kafka.ts'
import { type ProjectorProcess, startProjectorProcess } from '../../support/processes/projector-process.ts'
import { spawnTda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

const REQUESTS = 1000

describe('passwords of the graph', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-passwords-'))
  let secured: OwnGraph
  let right: string
  let graph: Graph
  let settings: Record<string, string>
  let token: string
  const apis: ApiProcess[] = []
  const projectors: ProjectorProcess[] = []

  before(async () => {
    secured = await startOwnGraph()
    right = secured.variables.NEO4J_PASSWORD
    settings = {
      ...secured.variables,
      ...freshTopics(),
      PROJECTOR_GROUP: 'passwords',
      AUDIT_SPOOL: join(folder, 'tda'),
    }
    graph = connectGraph(parseEnvironment({ ...process.env, ...settings }))
    await migrate(graph)
    const organization = await mintOrganization(graph)
    token = (await organization.issue({ quota: 1_000_000 })).text
  })
  afterEach(async () => {
    for (const api of apis) api.kill('SIGKILL')
    for (const projector of projectors) projector.signal('SIGKILL')
    await Promise.all([
      ...apis.splice(0).map(({ exited }) => exited),
      ...projectors.splice(0).map(({ ended }) => ended),
    ])
  })
  after(async () => {
    await graph.close()
    await secured.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function startApi(more: Record<string, string> = {}): Promise<ApiProcess> {
    const number = apis.length
    const own = { AUDIT_SPOOL: join(folder, `spool-${number}`), EXPORTS_FOLDER: join(folder, 'exports') }
    const times = { RESPOND_WITHIN_MS: String(PATIENCE_MS) }
    const api = await startApiProcess({ ...settings, ...own, ...times, ...more })
    apis.push(api)
    return api
  }
  async function startProjector(more: Record<string, string> = {}): Promise<ProjectorProcess> {
    const projector = await startProjectorProcess({ ...settings, ...more })
    projectors.push(projector)
    return projector
  }
  const untilReady = ({ adminUrl }: ApiProcess) =>
    until('the API to be ready', async () => (await fetch(`${adminUrl}/readyz`)).ok)
  const load = ({ url }: ApiProcess, connections = 10) =>
    startSteadyLoad({ url, paths: ['/v1/entities?limit=1', '/v1/token'], token, connections, pauseMs: 5 })
  const failed = (answers: readonly LoadAnswer[]) => answers.filter(({ status }) => status !== 200)
  const refusals = (process: { output(): string }) => process.output().split('Neo4j refuses the login').length - 1

  /** Neo4j locks a user after three failed logins. Each login uses a connection of its own. */
  async function lock(): Promise<void> {
    for (let n = 0; n < 4; n += 1) {
      const driver = neo4j.driver(settings.NEO4J_URI ?? '', neo4j.auth.basic('neo4j', `wrong-${n}`))
      await driver.verifyConnectivity().catch(() => undefined)
      await driver.close()
    }
  }

  it(`an old password in three processes fails none of ${REQUESTS} requests of an API with the right one`, async () => {
    const healthy = await startApi()
    await untilReady(healthy)
    const old = { NEO4J_PASSWORD: 'an-old-password' }
    const running = load(healthy)
    const stale = await startApi(old)
    const projector = await startProjector(old)
    const spawned = await spawnTda({ ...settings, ...old }, ['organizations', 'list'])
    const asked = await Promise.all(
      Array.from({ length: 200 }, () =>
        fetch(`${stale.url}/v1/token`, { headers: { Authorization: `Bearer ${token}` } }),
      ),
    )
    await until('the requests', () => running.answers.length >= REQUESTS)
    await running.stop()
    expect(running.failures).to.deep.equal([])
    expect(failed(running.answers)).to.deep.equal([])

    expect(spawned.code).to.equal(1)
    expect(spawned.stderr).to.match(
      /^tda: Neo4j at \S+: Neo4j refuses the user or the password: check NEO4J_USER and NEO4J_PASSWORD/,
    )
    for (const answer of asked) {
      expect(answer.status).to.equal(503)
      expect(Number(answer.headers.get('retry-after'))).to.be.above(0)
    }
    // Each process tried to log in once, although it received many requests.
    await until('the projector to be refused', () => refusals(projector) > 0)
    expect([refusals(stale), refusals(projector)]).to.deep.equal([1, 1])
    const readiness = await fetch(`${stale.adminUrl}/readyz`)
    expect(readiness.status).to.equal(503)
    expect(await readiness.text()).to.contain('Neo4j refuses the user or the password')
    expect((await projector.readyz()).text).to.contain('Neo4j refuses')
    const { code } = await spawnTda(settings, ['organizations', 'list'])
    expect(code).to.equal(0)
  })

  it('a locked user fails no request of a connected API, which opens more connections once the lock is over', async () => {
    const healthy = await startApi()
    await untilReady(healthy)
    const first = load(healthy, 2)
    await until('its first requests', () => first.answers.length >= 20)
    await first.stop()
    await lock()
    const running = load(healthy, 20)
    const listing = spawnTda(settings, ['organizations', 'list'])
    await until('the requests', () => running.answers.length >= REQUESTS)
    await running.stop()
    expect(running.failures).to.deep.equal([])
    expect(failed(running.answers)).to.deep.equal([])
    // A right password is not reported as wrong: the command waits until the lock is over.
    expect((await listing).code).to.equal(0)
  })

  it('can be rotated without a failed request by alternating between two users', async () => {
    const projector = await startProjector()
    await projector.untilReady()
    const before = await startApi()
    await untilReady(before)
    const first = load(before)
    await until('requests', () => first.answers.length >= 100)

    await graph.execute("CREATE USER second SET PASSWORD 'second-password-2' CHANGE NOT REQUIRED")
    const second = { NEO4J_USER: 'second', NEO4J_PASSWORD: 'second-password-2' }
    const next = await startApi(second)
    await untilReady(next)
    const later = load(next)
    await first.stop()
    before.kill('SIGTERM')
    expect(await before.exited).to.equal(0)
    projector.signal('SIGTERM')
    expect(await projector.ended).to.equal(0)
    await (await startProjector(second)).untilReady()

    const own = connectGraph(parseEnvironment({ ...process.env, ...settings, ...second }))
    await own.execute('DROP USER neo4j')
    const known = later.answers.length
    await until('requests after that', () => later.answers.length >= known + 200)
    await later.stop()
    for (const { answers, failures } of [first, later]) {
      expect(failures).to.deep.equal([])
      expect(failed(answers)).to.deep.equal([])
    }
    expect((await spawnTda({ ...settings, ...second }, ['organizations', 'list'])).code).to.equal(0)
    expect((await spawnTda(settings, ['organizations', 'list'])).stderr).to.contain('refuses the user or the password')
    await own.execute(`CREATE USER neo4j SET PASSWORD '${right}' CHANGE NOT REQUIRED`)
    await own.close()
  })
})
