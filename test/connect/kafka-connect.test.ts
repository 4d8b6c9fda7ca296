import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { type Connect, prepareConnect } from '../../dev/runtime/databases/kafka-connect.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { freshSnapshotId } from '../support/bom/bom-events.ts'
import { javaFlags } from '../support/java-flags.ts'
import { issuerOf } from '../support/organization.ts'
import { recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { run } from '../support/processes/run.ts'
import { until } from '../support/until.ts'
import { runSection } from './guide-blocks.ts'
import { type Postgres, startPostgres, whyNoPostgres } from './start-postgres.ts'

const WITHIN_MS = 240_000

describe('an outbox in PostgreSQL, read by Debezium in Kafka Connect (docs/send/kafka-connect.md)', function () {
  this.timeout(1_800_000)
  let postgres: Postgres
  let installation: Installation
  let projector: ProjectorHere
  let api: TestApi
  let connect: Connect
  let token: string
  let variables: Record<string, string>

  before(async function () {
    const reason = whyNoPostgres()
    if (reason !== null) {
      if (process.env.CI) throw new Error(reason)
      console.error(`  skipped: ${reason}`)
      this.skip()
    }
    postgres = await startPostgres()
    installation = await openInstallation()
    const { organization, settings, groupId, graph } = installation
    const database = {
      OUTBOX_HOST: '127.0.0.1',
      OUTBOX_PORT: String(postgres.port),
      OUTBOX_DATABASE: postgres.database,
    }
    const outbox = {
      KAFKA_BROKERS: process.env.KAFKA_BROKERS ?? '',
      KAFKA_TOPIC_PREFIX: settings.KAFKA_TOPIC_PREFIX ?? '',
      CONNECT_GROUP: `${groupId}-connect`,
      ...database,
      OUTBOX_USER: postgres.user,
      OUTBOX_PASSWORD: 'not asked for',
    }
    const properties = join(projectFolder, 'docs/examples/connect-worker.properties')
    connect = await prepareConnect({ properties, variables: outbox, javaFlags })
    projector = await installation.startHere()
    api = await startApi({ operations })
    token = (await issuerOf(graph, organization)({ scopes: ['graph:read', 'bom:read'], quota: 100_000 })).text
    const psql = { PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'plm', PGDATABASE: postgres.database }
    const service = { BASE_URL: api.url, TOKEN: token, CONNECT_URL: connect.url }
    variables = { ...psql, ...service, ORGANIZATION: organization }
    await connect.start()
    await runSection('Create the outbox', variables)
    await runSection('Start Kafka Connect', variables)
  })
  after(async () => {
    await connect?.remove()
    await api?.close()
    await installation?.close()
    await postgres?.stop()
  })
  afterEach(async () => {
    expect(await installation.deadReasons()).to.deep.equal([])
  })

  async function sql(...commands: string[]): Promise<void> {
    const args = commands.flatMap((command) => ['-c', command])
    const { exitCode, output } = await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', ...args], variables)
    if (exitCode !== 0) throw new Error(output)
  }

  async function get<T>(path: string): Promise<T | null> {
    const answer = await api.get(path, token)
    return answer.status === 200 ? ((await answer.json()) as T) : null
  }

  interface Entity {
    data: { label: string; revision: number; attributes: { name: string } }
  }
  const materialOf = (id: string) => {
    const entityId = canonicalId(installation.organization, 'material', {
      system: 'plm',
      instance: 'main',
      recordId: id,
    })
    return get<Entity>(`/v1/entities/${entityId}`)
  }
  const untilNamed = (id: string, name: string) =>
    until(
      `${id} as ${name}`,
      async () => {
        const found = await materialOf(id)
        return found?.data.attributes.name === name ? found.data : null
      },
      WITHIN_MS,
    )
  const untilGone = (id: string) => until(`${id} gone`, async () => (await materialOf(id)) === null, WITHIN_MS)
  const sentRecords = () => recordsOf(installation.connection, installation.topics.records.name)

  /** Sends one more row, and waits for it: every row that was sent before it has then been read. */
  async function untilAllCame(): Promise<void> {
    const id = `sentinel-${Date.now()}`
    await sql(`INSERT INTO materials VALUES ('${id}', '${id}', 'Sentinel')`)
    await untilNamed(id, 'Sentinel')
    await installation.caughtUp()
  }

  it('makes a row readable in REST, as in the guide, and leaves no row in the outbox', async () => {
    expect(await runSection('Send a row', variables)).to.contain('MT-9101 Ripstop 95')
    const { output } = await run('psql', ['-qAt', '-c', 'SELECT count(*) FROM outbox'], variables)
    expect(output.trim()).to.equal('0')
  })

  it('applies updates and both kinds of deletion, and ignores transactions that are rolled back', async () => {
    await sql("UPDATE materials SET name = 'Ripstop 100' WHERE id = 'M-9101'")
    expect(await untilNamed('M-9101', 'Ripstop 100')).to.include({ revision: 2 })
    await sql("BEGIN; UPDATE materials SET name = 'Never' WHERE id = 'M-9101'; ROLLBACK")
    await sql("INSERT INTO materials VALUES ('M-9102', 'MT-9102', 'Canvas'), ('M-9103', 'MT-9103', 'Twill')")
    await untilNamed('M-9103', 'Twill')
    await sql("DELETE FROM materials WHERE id = 'M-9102'")
    await untilGone('M-9102')
    await sql("SELECT send_event('tenantdata.material.deleted.v1', 'M-9103', NULL)")
    await untilGone('M-9103')
    expect(await untilNamed('M-9101', 'Ripstop 100')).to.include({ revision: 2 })
    const sent = await sentRecords()
    const values = sent.filter(({ key }) => String(key).endsWith('/M-9103')).map(({ value }) => value === null)
    expect(values).to.deep.equal([false, true])
  })

  it('loses and duplicates no row when Connect is killed while it sends', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `B-${at}`)
    const rows = ids.map((id) => `('${id}', '${id}', 'v0')`).join(', ')
    const rounds = 40
    await sql(`INSERT INTO materials VALUES ${rows}`)
    const before = (await sentRecords()).length
    const change = (round: number) => `UPDATE materials SET name = 'v${round}' WHERE id LIKE 'B-%'`
    const changing = sql(...Array.from({ length: rounds }, (_, at) => change(at + 1)))
    await until('some of them', async () => (await sentRecords()).length > before + 100, WITHIN_MS)
    await connect.kill()
    await changing
    await sql(change(rounds + 1))
    await connect.start()
    for (const id of ids) expect(await untilNamed(id, `v${rounds + 1}`), id).to.include({ revision: rounds + 2 })
    await untilAllCame()
    for (const id of ids) expect((await materialOf(id))?.data, id).to.include({ revision: rounds + 2 })
    const sent = (await sentRecords()).map(({ headers }) => String(headers.ce_id))
    const stale = (await projector.metrics()).get('tda_projector_records_total{outcome="stale"}') ?? 0
    expect(stale).to.equal(sent.length - new Set(sent).size)
  })

  it('creates a snapshot of a publication, even if Connect is killed during it and after it', async () => {
    const first = freshSnapshotId()
    await runSection('Publish a BOM', { ...variables, SNAPSHOT: first })
    const snapshots = async () => {
      const page = await get<{ data: { snapshotId: string; publicationNumber: number }[] }>('/v1/bom/snapshots')
      return (page?.data ?? []).map(({ snapshotId, publicationNumber }) => `${publicationNumber} ${snapshotId}`)
    }
    const untilPublished = (id: string) =>
      until(`snapshot ${id}`, async () => (await snapshots()).some((one) => one.endsWith(id)), WITHIN_MS)
    await untilPublished(first)
    await connect.kill()
    const second = freshSnapshotId()
    await runSection('Publish a BOM', { ...variables, SNAPSHOT: second })
    await connect.start()
    await untilPublished(second)
    await untilAllCame()
    expect(await snapshots()).to.deep.equal([`2 ${second}`, `1 ${first}`])
    const yields = await get<{ data: { sku: string; netYield: string; grossYield: string }[] }>('/v1/bom/yields')
    expect(yields?.data).to.have.length(1)
    expect(yields?.data[0]).to.include({ sku: 'QM27-9101-NVY-M', netYield: '1.25', grossYield: '1.3125' })
  })
})
