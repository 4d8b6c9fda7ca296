import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { connectGraph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { showPageCache } from '../../../cypher/system/graph-size.ts'
import { type Databases, type EmbeddedServer, startDatabases } from '../../../dev/runtime/databases/start-databases.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { embeddedNeo4j } from '../../../dev/runtime/settings.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { INSTANCE, supplierOf, systemOf } from '../../support/events/source-event.ts'
import { patient } from '../../support/graph/patience.ts'
import { createEmptyNodes, deleteEmptyNodes } from '../../support/graph/stored-nodes.ts'
import { javaFlags } from '../../support/java-flags.ts'
import { startPrometheus, type TestPrometheus } from '../../support/observability/prometheus.ts'
import { type IssuedToken, issuerOf } from '../../support/organization.ts'
import { recordsOf } from '../../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { type ProjectorProcess, samplesOf } from '../../support/processes/projector-process.ts'
import { documents, spawnTda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

/** The window of the rules in this test, short so that alerts end soon after their cause. */
const WINDOW = '30s'
const SPOOL_BYTES = 64 * 1024
/** By which the alert estimates the size of the graph. */
const BYTES_A_NODE = 2500
/** Runs a process with a small disk for its spool, which vanishes when the process ends. */
const OWN_DISK = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=512k tmpfs "$AUDIT_SPOOL" && exec "$@"', 'sh']

describeWith(['prometheus', 'unshare'], 'the drills of the runbooks', function () {
  this.timeout(900_000)
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-drills-'))
  const spool = mkdtempSync(join(tmpdir(), 'tda-drills-spool-'))
  let databases: Databases
  let [neo4j, kafka]: EmbeddedServer[] = []
  let installation: Installation
  let projector: ProjectorProcess
  let api: ApiProcess
  let skewed: ApiProcess
  let prometheus: TestPrometheus
  let token: IssuedToken

  before(async () => {
    databases = await startDatabases({ dataFolder, neo4j: true, kafka: true, neo4jPort: 0, kafkaPort: 0, javaFlags })
    ;[neo4j, kafka] = [given(databases.neo4j), given(databases.kafka)]
    const graphIs = embeddedNeo4j(given(databases.neo4jUri), given(databases.neo4jPassword))
    const addresses = { ...graphIs, KAFKA_BROKERS: given(databases.kafkaBrokers) }
    const graph = connectGraph(parseEnvironment(addresses), patient)
    await migrate(graph)
    await graph.close()
    installation = await openInstallation(addresses)
    projector = await installation.start()
    await projector.untilReady()
    const variables = { ...installation.settings, AUDIT_SPOOL: spool, AUDIT_SPOOL_MAX: String(SPOOL_BYTES) }
    api = await startApiProcess(variables, OWN_DISK)
    const clock = join(projectFolder, 'test/support/observability/skewed-clock.ts')
    const wrong = { NODE_OPTIONS: `--import=${clock}`, CLOCK_SKEW_MS: '60000' }
    skewed = await startApiProcess({ ...installation.settings, ...wrong })
    token = await issuerOf(installation.graph, installation.organization)({ quota: 1_000_000 })
    await installation.feed([supplierOf('S-1', 1)])
    await installation.caughtUp()
    prometheus = await startPrometheus(
      {
        'tda-api': { drilled: [api, skewed].map(({ adminUrl }) => new URL(adminUrl).host) },
        'tda-projector': { drilled: [`127.0.0.1:${await projector.adminPort()}`] },
      },
      WINDOW,
    )
  })

  afterEach(() => {
    neo4j?.resume()
    kafka?.resume()
  })

  after(async () => {
    await prometheus?.stop()
    for (const one of [api, skewed]) one?.kill('SIGKILL')
    await Promise.all([api, skewed].map((one) => one?.exited))
    await installation?.close()
    await databases?.stop()
    for (const folder of [dataFolder, spool]) rmSync(folder, { recursive: true, force: true })
  })

  const fires = (name: string) =>
    until(name, async () => (await prometheus.firing()).find(({ labels }) => labels.alertname === name))
  const isOver = (name: string) =>
    until(`the end of ${name}`, async () =>
      (await prometheus.firing()).every(({ labels }) => labels.alertname !== name),
    )
  /** Sends a read as a caller does, and returns 200 or the code of the problem. */
  async function read(server = api, text = token.text): Promise<number | string> {
    const answer = await fetch(`${server.url}/v1/entities?limit=1`, { headers: { Authorization: `Bearer ${text}` } })
    const body = (await answer.json()) as { code?: string }
    return body.code ?? answer.status
  }
  const metric = async (name: string) =>
    samplesOf(await (await fetch(`${api.adminUrl}/metrics`)).text()).get(name) ?? Number.NaN
  /**
   * The number of requests of verified callers in the audit topic, once all records are delivered. A record that was
   * delivered twice has one ID and counts once. Refused requests have no credential, and are not counted here.
   */
  async function audited(): Promise<number> {
    await until('delivery', async () => (await metric('tda_audit_spool_bytes')) === 0)
    const records = await recordsOf(installation.connection, installation.topics.audit.name)
    const parsed = records.map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    return new Set(parsed.flatMap(({ id, credentialId }) => (credentialId === null ? [] : id))).size
  }
  const tda = (...args: string[]) => spawnTda(installation.settings, args)

  it('graph slow: the alert fires, each response is right or can be retried, and the alert ends by itself', async () => {
    const alert = fires('TdaGraphSlow')
    const stall = async () => {
      await neo4j?.suspend()
      await delay(1500)
      neo4j?.resume()
      return read()
    }
    const [seen, between] = await Promise.all([during(alert, () => read()), during(alert, stall)])
    expect([200, 'query_timeout', 'dependency_unavailable', 'overloaded']).to.include.members([...seen, ...between])
    expect(between.has(200)).to.equal(true)
    await isOver('TdaGraphSlow')
    expect(await read()).to.equal(200)
  })

  it('graph down: reads return the reason, and events are applied once it is back, without a restart', async () => {
    await neo4j?.kill()
    const alerts = Promise.all([fires('TdaGraphAway'), fires('TdaErrorBudgetFast'), fires('TdaErrorBudgetSlow')])
    const seen = await during(alerts, () => read())
    expect([200, 'dependency_unavailable', 'query_timeout']).to.include.members([...seen])
    expect((await fetch(`${api.adminUrl}/readyz`)).status).to.equal(503)
    await installation.feed([supplierOf('S-2', 1)])
    await neo4j?.start()
    await installation.caughtUp()
    await until('reads', async () => (await read()) === 200)
    for (const name of ['TdaGraphAway', 'TdaErrorBudgetFast', 'TdaErrorBudgetSlow']) await isOver(name)
  })

  it('broker lost: reads continue, the projector reports that Kafka is missing, and no audit record is lost', async () => {
    const before = await audited()
    await kafka?.suspend()
    let asked = 0
    const seen = await during(fires('TdaBrokerAway'), async () => {
      asked += 1
      const answer = await read()
      await delay(1000)
      return answer
    })
    expect([...seen]).to.deep.equal([200])
    await until('the word of the projector', async () => (await projector.readyz()).text.includes('no contact'))
    kafka?.resume()
    await until('the records of all requests', async () => (await audited()) >= before + asked)
    await installation.feed([supplierOf('S-3', 1)])
    await installation.caughtUp()
    await isOver('TdaBrokerAway')
    expect(await audited()).to.equal(before + asked)
  })

  it('spool full: requests that cannot be audited are refused until Kafka is back', async () => {
    const before = await audited()
    await kafka?.suspend()
    let answered = 0
    for (let outcome = await read(); outcome === 200; outcome = await read()) answered += 1
    expect(await read()).to.equal('dependency_unavailable')
    await fires('TdaAuditSpoolFull')
    expect(await metric('tda_audit_spool_full')).to.equal(1)
    kafka?.resume()
    await until('reads', async () => (await read()) === 200)
    await until('all records', async () => (await audited()) >= before + answered + 1)
    await isOver('TdaAuditSpoolFull')
  })

  it('disk full: requests that cannot be audited are refused until the disk has room', async () => {
    const filler = join('/proc', String(api.pid), 'root', spool, 'filler')
    const refused = fires('TdaDiskFull').then(() =>
      until('a refusal', async () => (await read()) === 'dependency_unavailable'),
    )
    const fill = async () => {
      fillUp(filler)
      await delay(20)
    }
    const [seen] = await Promise.all([during(refused, () => read()), during(refused, fill)])
    expect([200, 'dependency_unavailable']).to.include.members([...seen])
    rmSync(filler)
    await until('reads', async () => (await read()) === 200)
    await isOver('TdaDiskFull')
    expect(await metric('tda_audit_spool_full')).to.equal(0)
  })

  it('many bad events: the dead letters name the error, and valid events between them are applied', async () => {
    const poison = Array.from({ length: 400 }, (_, at) => ({ key: `${at}`, value: '{"rubbish":true' }))
    await installation.send(poison.slice(0, 200))
    await installation.feed([supplierOf('S-4', 1)])
    await installation.send(poison.slice(200))
    await Promise.all([fires('TdaDeadLetters'), fires('TdaDeadLettersSteady')])
    await installation.caughtUp()
    const listed = await tda('dlq', 'list', '--limit', '20', '--json')
    expect(listed.code, listed.stderr).to.equal(0)
    expect(documents(listed)).to.have.length(20)
    expect(new Set(documents(listed).map(({ reason }) => reason))).to.deep.equal(new Set(['malformed']))
    await Promise.all([isOver('TdaDeadLetters'), isOver('TdaDeadLettersSteady')])
  })

  it('clock skew: the alert names the instance whose clock is wrong', async () => {
    const alert = await fires('TdaClockSkew')
    expect(alert.labels.instance).to.equal(new URL(skewed.adminUrl).host)
    expect(await read(skewed)).to.equal(200)
  })

  it('credential leaked: once revoked, it is refused everywhere, its reads can be listed, and its use raises an alert', async () => {
    const leaked = await issuerOf(installation.graph, installation.organization)()
    expect([await read(api, leaked.text), await read(skewed, leaked.text)]).to.deep.equal([200, 200])
    const revoked = await tda('tokens', 'revoke', leaked.credential.id)
    expect(revoked.code, revoked.stderr).to.equal(0)
    await until('the end of it', async () => (await read(api, leaked.text)) === 'invalid_token', 60_000)
    await until('the end of it', async () => (await read(skewed, leaked.text)) === 'invalid_token', 60_000)
    const trail = await tda('audit', '--credential', leaked.credential.id, '--json')
    const operations = documents(trail).map(({ operation }) => operation)
    expect(operations.filter((operation) => operation === 'searchEntities')).to.have.length.above(1)
    const seen = await during(fires('TdaCredentialsRefused'), async () => {
      const answer = await read(api, leaked.text)
      await delay(100)
      return answer
    })
    expect([...seen]).to.deep.equal(['invalid_token'])
  })

  it('source silent: the alert fires after its time, and ends once it sends something new', async () => {
    const { organization } = installation
    const source = `/${systemOf(supplierOf('S-5', 1))}/${INSTANCE}`
    const expected = await tda('sources', 'expect', organization, source, '--within', '60s')
    expect(expected.code, expected.stderr).to.equal(0)
    await fires('TdaSourceSilent')
    const silent = documents(await tda('--json', 'sources', 'list', '--silent'))
    expect(silent).to.have.length(1)
    expect(silent[0]).to.include({ organization, source, isSilent: true })
    let version = 1
    const sending = isOver('TdaSourceSilent')
    await during(sending, async () => {
      await installation.feed([supplierOf('S-5', version++)])
      await delay(1000)
    })
    const ended = await tda('sources', 'expect', organization, source, '--within', 'none')
    expect(ended.code, ended.stderr).to.equal(0)
  })

  it('token ending: the alert fires, and ends once the token is rotated', async () => {
    const { organization } = installation
    const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString()
    const ending = await issuerOf(installation.graph, organization)({ name: 'ending', expiresAt })
    await fires('TdaTokensEnding')
    expect(documents(await tda('--json', 'tokens', 'list', '--ending', '14d')).map(({ id }) => id)).to.deep.equal([
      ending.credential.id,
    ])
    const rotated = await tda('tokens', 'rotate', ending.credential.id, '--overlap', '1h', '--expires', '90d')
    expect(rotated.code, rotated.stderr).to.equal(0)
    await isOver('TdaTokensEnding')
  })

  it('page cache small: the alert fires when the graph is ten times as large, and ends when it is smaller', async () => {
    const { graph } = installation
    const cache = Number((await graph.read(showPageCache, null, {}))[0]?.pageCache)
    await createEmptyNodes(graph, 'Filler', Math.ceil((10.1 * cache) / BYTES_A_NODE))
    await fires('TdaPageCacheSmall')
    expect(await read()).to.equal(200)
    await deleteEmptyNodes(graph, 'Filler')
    await isOver('TdaPageCacheSmall')
  })

  it('region moved: requests with tokens of the previous region get the address of the new one', async () => {
    const moved = { ...installation.settings, DATA_REGION: 'eu-central' }
    const renamed = await tda('region', 'set', 'eu-central')
    expect(renamed.code, renamed.stderr).to.equal(0)
    const unaware = await startApiProcess(moved)
    expect(await read(unaware)).to.equal('invalid_token')
    unaware.kill('SIGKILL')
    const aware = await startApiProcess({ ...moved, DATA_REGIONS: 'local,eu-central' })
    expect(await read(aware)).to.equal('wrong_region')
    const fresh = await issuerOf(installation.graph, installation.organization)({ region: 'eu-central' })
    expect(await read(aware, fresh.text)).to.equal(200)
    aware.kill('SIGKILL')
    await Promise.all([unaware.exited, aware.exited])
  })
})

/** Repeats a step until some work has ended. Returns each distinct outcome of the step. */
async function during<T>(work: Promise<unknown>, step: () => Promise<T>): Promise<Set<T>> {
  const seen = new Set<T>()
  let isOngoing = true
  const end = () => {
    isOngoing = false
  }
  work.then(end, end)
  while (isOngoing) seen.add(await step())
  await work
  return seen
}

function given<T>(value: T | null): T {
  if (value === null) throw new Error('It was not started')
  return value
}

/** Fills the disk that the file is on. */
function fillUp(file: string): void {
  for (let bytes = 256 * 1024; bytes > 0; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
