import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import { type Connect, prepareConnect } from '../../dev/runtime/databases/kafka-connect.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { javaFlags } from '../support/java-flags.ts'
import { issuerOf } from '../support/organization.ts'
import { recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import { run } from '../support/processes/run.ts'
import { documents, spawnTda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'
import { runSection } from './guide-blocks.ts'
import { type Postgres, startPostgres, whyNoPostgres } from './start-postgres.ts'

const GUIDE = 'docs/send/debezium.md'
const WITHIN_MS = 240_000

describe('a table in PostgreSQL, mapped by transforms of Kafka Connect (docs/send/debezium.md)', function () {
  this.timeout(1_800_000)
  let postgres: Postgres
  let installation: Installation
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
    const worker = {
      KAFKA_BROKERS: process.env.KAFKA_BROKERS ?? '',
      KAFKA_TOPIC_PREFIX: settings.KAFKA_TOPIC_PREFIX ?? '',
      CONNECT_GROUP: `${groupId}-connect`,
      DATABASE_HOST: '127.0.0.1',
      DATABASE_PORT: String(postgres.port),
      DATABASE_NAME: postgres.database,
      DATABASE_USER: postgres.user,
      DATABASE_PASSWORD: 'not asked for',
      ORGANIZATION: organization,
    }
    const properties = join(projectFolder, 'docs/examples/connect-worker.properties')
    connect = await prepareConnect({ properties, variables: worker, javaFlags })
    await installation.startHere()
    api = await startApi({ operations })
    token = (await issuerOf(graph, organization)({ scopes: ['graph:read'], quota: 100_000 })).text
    const psql = { PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'plm', PGDATABASE: postgres.database }
    const service = { BASE_URL: api.url, TOKEN: token, CONNECT_URL: connect.url }
    variables = { ...psql, ...service, ORGANIZATION: organization }
    await connect.start()
    await runSection('Prepare the table', variables, GUIDE)
    await startRawConnector()
    await sql("INSERT INTO suppliers VALUES ('V-9100', 'SUP-9100', 'Before', 'approved', 'IT', 1, '{mill}')")
    await runSection('Start the connector', variables, GUIDE)
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

  /** A connector without transforms, whose topic has the change events of Debezium. */
  async function startRawConnector(): Promise<void> {
    const mapped = JSON.parse(readFileSync(join(projectFolder, 'docs/examples/table-connector.json'), 'utf8'))
    const plain = Object.entries(mapped).filter(([name]) => !/^(transforms|predicates)/.test(name))
    const own = {
      'slot.name': 'raw',
      'topic.prefix': rawPrefix(),
      'snapshot.mode': 'no_data',
      'tombstones.on.delete': 'true',
    }
    const topic = { 'topic.creation.default.partitions': 1, 'topic.creation.default.replication.factor': 1 }
    const body = JSON.stringify({ ...Object.fromEntries(plain), ...own, ...topic })
    const url = `${connect.url}/connectors/raw`
    const headers = { 'Content-Type': 'application/json' }
    expect((await fetch(`${url}/config`, { method: 'PUT', headers, body })).status).to.equal(201)
    await until('the connector', async () => {
      const { tasks = [] } = (await (await fetch(`${url}/status`)).json()) as { tasks?: { state: string }[] }
      return tasks[0]?.state === 'RUNNING'
    })
    // Its slot is created after it runs, and its changes begin there.
    await until('its slot', async () => {
      const { output } = await run('psql', ['-qAt', '-c', 'SELECT count(*) FROM pg_replication_slots'], variables)
      return output.trim() === '2'
    })
  }
  const rawPrefix = () => `raw-${installation.organization}`

  async function sql(...commands: string[]): Promise<void> {
    const args = commands.flatMap((command) => ['-c', command])
    const { exitCode, output } = await run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', ...args], variables)
    if (exitCode !== 0) throw new Error(output)
  }

  interface Supplier {
    revision: number
    lifecycleState: string
    attributes: { supplierCode: string; name: string; countryCode: string | null; tier: number | null; roles: string[] }
  }
  async function supplierOf(recordId: string): Promise<Supplier | null> {
    const record = { system: 'plm', instance: 'main', recordId }
    const answer = await api.get(`/v1/entities/${canonicalId(installation.organization, 'supplier', record)}`, token)
    return answer.status === 200 ? ((await answer.json()) as { data: Supplier }).data : null
  }
  const untilNamed = (id: string, name: string) =>
    until(
      `${id} as ${name}`,
      async () => {
        const found = await supplierOf(id)
        return found?.attributes.name === name ? found : null
      },
      WITHIN_MS,
    )
  const untilGone = (id: string) => until(`${id} gone`, async () => (await supplierOf(id)) === null, WITHIN_MS)
  const sentOf = async (id: string) => {
    const records = await recordsOf(installation.connection, installation.topic)
    return records.filter(({ key }) => String(key).endsWith(`/${id}`))
  }

  it('sends the changes since the slot, and each new row as in the guide', async () => {
    const { attributes, lifecycleState } = await untilNamed('V-9100', 'Before')
    expect(attributes).to.deep.include({ supplierCode: 'SUP-9100', countryCode: 'IT', tier: 1, roles: ['mill'] })
    expect(lifecycleState).to.equal('approved')
    expect(await runSection('Change a row', variables, GUIDE)).to.contain('Tessaro Mills (SUP-9101)')
  })

  it('applies two changes of one transaction in their order, and a change that sets columns to null', async () => {
    await sql(
      "BEGIN; UPDATE suppliers SET name = 'First' WHERE id = 'V-9101'; " +
        "UPDATE suppliers SET name = 'Second', country = NULL, tier = NULL WHERE id = 'V-9101'; COMMIT",
    )
    const { attributes, revision } = await untilNamed('V-9101', 'Second')
    expect(attributes).to.deep.include({ countryCode: null, tier: null })
    expect(revision).to.equal(3)
    await sql("BEGIN; UPDATE suppliers SET name = 'Never' WHERE id = 'V-9101'; ROLLBACK")
    const versions = (await sentOf('V-9101')).map(({ headers }) => BigInt(String(headers.ce_sourceversion)))
    expect(versions).to.have.length(3)
    expect([...versions].sort((one, other) => (one < other ? -1 : 1))).to.deep.equal(versions)
    for (const { headers, timestamp } of await sentOf('V-9101')) {
      expect(String(headers.ce_time)).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Number(timestamp) - Date.parse(String(headers.ce_time))).to.be.within(0, WITHIN_MS)
    }
  })

  it('deletes a record when its row is deleted, and restores it when the row is inserted again', async () => {
    await sql("DELETE FROM suppliers WHERE id = 'V-9100'")
    await untilGone('V-9100')
    expect((await sentOf('V-9100')).at(-1)?.value).to.equal(null)
    await sql("INSERT INTO suppliers VALUES ('V-9100', 'SUP-9100', 'Again')")
    await untilNamed('V-9100', 'Again')
  })

  it('sends a changed primary key as the deletion of a record and a new record', async () => {
    await sql("UPDATE suppliers SET id = 'V-9109' WHERE id = 'V-9100'")
    await untilNamed('V-9109', 'Again')
    await untilGone('V-9100')
  })

  it('tda import makes the same records of a raw topic, and sends nothing when it runs again', async () => {
    const { graph, connection, settings, organization } = installation
    const other = freshOrganization()
    await register(graph, other)
    const folder = mkdtempSync(join(tmpdir(), 'tda-raw-'))
    const sample = readFileSync(join(projectFolder, 'docs/examples/plm-suppliers-changes.yaml'), 'utf8')
    const mapping = join(folder, 'mapping.yaml')
    writeFileSync(mapping, sample.replace('organization: tablebrand', `organization: ${other}`))
    const suppliersOf = async (key: string) => {
      const issued = await issuerOf(graph, key)({ scopes: ['graph:read'], quota: 100_000 })
      const answer = await api.get('/v1/entities?type=supplier&limit=200', issued.text)
      const { data } = (await answer.json()) as { data: Supplier[] }
      return data.map(({ attributes, lifecycleState }) => ({ ...attributes, lifecycleState }))
    }
    const importTopic = async () => {
      const changes = await recordsOf(connection, `${rawPrefix()}.public.suppliers`)
      const lines = changes.map(({ value }) => `${value ?? ''}\n`).join('')
      const env = { ...settings, AUDIT_SPOOL: folder }
      const ran = await spawnTda(env, ['--json', 'import', '--mapping', mapping, '-'], lines)
      expect(ran.code, ran.stderr).to.equal(0)
      await installation.caughtUp()
      return documents(ran).find((one) => 'created' in one)
    }
    const byCode = (one: { supplierCode: string }, two: { supplierCode: string }) =>
      one.supplierCode < two.supplierCode ? -1 : 1
    const mapped = (await suppliersOf(organization)).sort(byCode)
    expect(mapped.length).to.be.above(1)
    await until('all changes in the raw topic', async () => {
      await importTopic()
      const imported = (await suppliersOf(other)).sort(byCode)
      return JSON.stringify(imported) === JSON.stringify(mapped)
    })
    expect(await importTopic()).to.include({ created: 0, changed: 0, deleted: 0, faults: 0 })
  })

  it('loses no change when Connect is killed while it sends', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `('B-${at}', 'SB-${at}', 'v0')`).join(', ')
    await sql(`INSERT INTO suppliers VALUES ${rows}`)
    const rounds = Array.from({ length: 40 }, (_, at) => `UPDATE suppliers SET name = 'v${at + 1}' WHERE id LIKE 'B-%'`)
    const changing = sql(...rounds, "DELETE FROM suppliers WHERE id = 'B-19'")
    await until('some of them', async () => (await sentOf('B-0')).length > 5, WITHIN_MS)
    await connect.kill()
    await changing
    await connect.start()
    for (let at = 0; at < 19; at++) expect(await untilNamed(`B-${at}`, 'v40')).to.include({ revision: 41 })
    await untilGone('B-19')
    await sql('UPDATE suppliers SET id = id')
    await until('a touched row', async () => (await supplierOf('B-0'))?.revision === 42, WITHIN_MS)
  })

  it('sends a deleted row as an unchanged record if the table has another replica identity', async () => {
    await sql(
      "INSERT INTO suppliers VALUES ('V-9200', 'SUP-9200', 'Kept')",
      'ALTER TABLE suppliers REPLICA IDENTITY FULL',
    )
    await untilNamed('V-9200', 'Kept')
    await sql("DELETE FROM suppliers WHERE id = 'V-9200'")
    await until('the event of the deletion', async () => (await sentOf('V-9200')).length === 2, WITHIN_MS)
    await installation.caughtUp()
    expect(await supplierOf('V-9200')).to.deep.include({ revision: 2 })
  })
})
