import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { suspendOrganization } from '../../cypher/system.ts'
import type { ExportJob } from '../../schemas/exports.ts'
import { published, retire, writeHistory } from '../support/bom-graph.ts'
import { randomBoms } from '../support/bom-random.ts'
import { assertContract, assertProblemCode } from '../support/contract.ts'
import { material } from '../support/entities.ts'
import { type ExportsWorld, forgetExports, startExports } from '../support/exports.ts'
import { fill } from '../support/graph.ts'
import { mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

const history = randomBoms(5, { styles: 3, publications: 3 }).map((bom, at) => published(bom, at + 1))
const [first, second, third] = history.map(({ snapshotId }) => snapshotId)

describe('export jobs', () => {
  let world: ExportsWorld
  let clock = Date.parse('2027-04-01T00:00:00.000Z')
  before(async () => {
    world = await startExports({ now: () => clock })
    const { key } = world.organization
    await writeHistory(world.graph, key, history)
    await fill(world.graph, key, { entities: [material(key, 'M-1')] })
  })
  afterEach(() => forgetExports(world.graph, world.organization.key))
  after(() => world.close())

  it('are queued at once, with their place in Location and dates as snapshots', async () => {
    const answer = await world.post({ kind: 'bom_yield_changes', parameters: { to: '2027-03-02', style: 'QM-1' } })
    const { data } = (await assertContract(answer)) as { data: ExportJob }
    expect(answer.headers.get('Location')).to.equal(`http://api.test/v1/exports/${data.exportId}`)
    expect(answer.headers.get('Cache-Control')).to.equal('no-store')
    expect(data.parameters).to.deep.equal({ style: 'QM-1', fromSnapshotId: first, toSnapshotId: second })
    expect(data).to.include({ status: 'queued', rowCount: null, sha256: null, pollAfterSeconds: 2 })
    expect(data.links.download).to.equal(`/v1/exports/${data.exportId}/download`)
    expect(await world.job(data.exportId)).to.deep.equal(data)
    expect((await world.create('bom_yields')).parameters).to.deep.equal({ snapshotId: third })
    const early = await world.get(data.links.download)
    expect(await assertProblemCode(early, 'export_not_ready')).to.include({ status: 409, retryable: true })
  })

  it('take the filters of their kind, and name every other', async () => {
    const faultsOf = async (body: object) => {
      const { errors = [] } = await assertProblemCode(await world.post(body), 'invalid_request')
      return errors.map((fault) => `${fault.in} ${fault.name}`)
    }
    expect(await faultsOf({ kind: 'shoes', organization: 'x' })).to.have.members(['body kind', 'body organization'])
    expect(await faultsOf({ kind: 'entities', parameters: { snapshotId: third, tenant: 'x' } })).to.deep.equal([
      'body parameters.snapshotId',
      'body parameters.tenant',
    ])
    expect(await faultsOf({ kind: 'entities', parameters: { type: 'shoe', q: '' } })).to.have.members([
      'body parameters.type',
      'body parameters.q',
    ])
    expect(await faultsOf({ kind: 'relationships', parameters: { direction: 'incoming' } })).to.deep.equal([
      'body parameters.direction',
    ])
    const twice = { to: '2027-03-02', toSnapshotId: third }
    expect(await faultsOf({ kind: 'bom_yield_changes', parameters: twice })).to.deep.equal([
      'body parameters.to',
      'body parameters.toSnapshotId',
    ])
    const refused = async (kind: string, parameters: object) => world.post({ kind, parameters })
    await assertProblemCode(await refused('bom_yields', { snapshotId: 'Z'.repeat(26) }), 'snapshot_not_found')
    await assertProblemCode(await refused('relationships', { entityId: randomUUID() }), 'entity_not_found')
    const { data } = (await assertContract(await world.get('/v1/exports'))) as { data: unknown[] }
    expect(data).to.deep.equal([])
  })

  it('are made anew by every request, and an idempotency key is refused (api 29)', async () => {
    const [one, other] = [await world.create('entities'), await world.create('entities')]
    expect(one.exportId).not.to.equal(other.exportId)
    const answer = await world.post({ kind: 'entities' }, world.token, { 'Idempotency-Key': 'a' })
    const { errors } = await assertProblemCode(answer, 'idempotency_key_not_accepted')
    expect(errors).to.deep.equal([{ in: 'header', name: 'Idempotency-Key', detail: 'is not accepted here' }])
  })

  it('are five at most that are under way, however many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.post({ kind: 'entities' })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array(5).fill(200), ...Array(7).fill(409)])
    const late = answers.find(({ status }) => status === 409) as Response
    expect(await assertProblemCode(late, 'too_many_exports')).to.include({ retryable: true })
    const other = await mintOrganization(world.graph)
    const { text } = await other.issue({ scopes: ['exports:create'] })
    expect((await world.create('entities', {}, text)).status).to.equal('queued')
    await forgetExports(world.graph, other.key)
  })

  it('are listed newest first, in pages', async () => {
    const created: string[] = []
    for (let at = 0; at < 5; at += 1) {
      clock += 1000
      created.unshift((await world.create('entities')).exportId)
    }
    const found: string[] = []
    for (let path: string | null = '/v1/exports?limit=2'; path; ) {
      const page = (await assertContract(await world.get(path))) as {
        data: ExportJob[]
        links: { next: string | null }
      }
      found.push(...page.data.map(({ exportId }) => exportId))
      path = page.links.next && `/v1/exports?limit=2&cursor=${page.links.next}`
    }
    expect(found).to.deep.equal(created)
  })

  it('are nothing to another organization: not listed, not read, not downloaded', async () => {
    const { exportId } = await world.create('entities')
    const other = await mintOrganization(world.graph)
    const { text } = await other.issue({ scopes: ['exports:create'] })
    for (const path of [`/v1/exports/${exportId}`, `/v1/exports/${exportId}/download`]) {
      const bodyOf = async (at: string) => {
        const problem = await assertProblemCode(await world.get(at, text), 'export_not_found')
        return { ...problem, requestId: '', correlationId: '' }
      }
      expect(await bodyOf(path)).to.deep.equal(await bodyOf(path.replace(exportId, randomUUID())))
    }
    const listed = (await assertContract(await world.get('/v1/exports', text))) as { data: unknown[] }
    expect(listed.data).to.deep.equal([])
  })

  it('need the scope of the matching read too where that is configured', async () => {
    const own = await startExports({ variables: { EXPORTS_REQUIRE_DOMAIN_SCOPES: 'true' } })
    try {
      const { text } = await own.organization.issue({ scopes: ['exports:create', 'graph:read'] })
      expect((await own.create('entities', {}, text)).kind).to.equal('entities')
      const answer = await own.post({ kind: 'bom_yields' }, text)
      await assertProblemCode(answer, 'insufficient_scope')
      expect(answer.headers.get('WWW-Authenticate')).to.contain('scope="exports:create bom:read"')
      const { text: bare } = await world.organization.issue({ scopes: ['exports:create'] })
      expect((await world.create('bom_yields', {}, bare)).kind).to.equal('bom_yields')
    } finally {
      await own.close()
    }
  })

  it('fail with a reason when their snapshot is retired before they are done', async () => {
    const { exportId } = await world.create('bom_yields', { snapshotId: first })
    await retire(world.graph, world.organization.key, first ?? '', new Date(clock).toISOString())
    world.api.services.exports.start()
    const job = await world.untilEnded(exportId)
    expect(job).to.include({ status: 'failed', errorCode: 'snapshot_retired', sha256: null, pollAfterSeconds: null })
    const problem = await assertProblemCode(await world.get(job.links.download), 'export_failed')
    expect(problem).to.include({ status: 409, retryable: false })
    await assertProblemCode(
      await world.post({ kind: 'bom_yields', parameters: { snapshotId: first } }),
      'snapshot_retired',
    )
  })

  it('expire by the clock: the file is deleted, and a download that has begun is finished', async () => {
    const { job, text } = await world.exported('entities')
    expect(Date.parse(job.expiresAt ?? '') - Date.parse(job.completedAt ?? '')).to.equal(15 * 60_000)
    clock = Date.parse(job.expiresAt ?? '') - 1
    const begun = await world.get(job.links.download)
    expect(begun.status).to.equal(200)
    clock += 1
    await assertProblemCode(await world.get(job.links.download), 'export_expired')
    expect((await world.job(job.exportId)).status).to.equal('expired')
    await world.api.services.exports.sweep()
    expect(await filesOf(world)).to.deep.equal([])
    expect(await begun.text()).to.equal(text)
    expect(await world.job(job.exportId)).to.include({ status: 'expired', rowCount: 1, sha256: job.sha256 })
  })

  it('answer 503 when the file is not where it should be', async () => {
    const { job } = await world.exported('entities')
    for await (const file of world.api.services.exports.storage.list()) await file.remove()
    const problem = await assertProblemCode(
      await world.api.get(job.links.download, world.token),
      'dependency_unavailable',
    )
    expect(problem.retryable).to.equal(true)
  })

  it('wait while their organization is suspended, and its downloads end', async () => {
    const { key } = world.organization
    const suspend = (at: string | null) =>
      world.graph.write((run) => run(suspendOrganization, null, { key, suspendedAt: at }))
    const { exportId } = await world.create('entities')
    await world.untilEnded(exportId)
    await suspend('2027-04-01T00:00:00.000Z')
    await world.graph.execute(
      `MATCH (j:ExportJob {tenantKey: $key, id: $exportId}) SET j:OpenExport, j.status = 'queued', j.leaseUntil = 0, j.sha256 = null
       REMOVE j:StoredExport`,
      { key, exportId },
    )
    const fenceOf = async () =>
      (await world.graph.execute('MATCH (j:ExportJob {tenantKey: $key}) RETURN j.fence AS fence', { key }))[0]?.fence
    const bystander = await mintOrganization(world.graph)
    const { text } = await bystander.issue({ scopes: ['exports:create'] })
    const other = await world.create('entities', {}, text)
    await until('the export of another organization', async () => (await world.job(other.exportId, text)).sha256)
    expect(await fenceOf()).to.equal(1)
    await until('the token to be refused', async () => (await world.api.get('/v1/exports', world.token)).status === 401)
    await suspend(null)
    await until('the export after the suspension', async () => (await fenceOf()) === 2)
    await until('the token to be taken', async () => (await world.api.get('/v1/exports', world.token)).status === 200)
    expect((await world.untilEnded(exportId)).status).to.equal('completed')
    await forgetExports(world.graph, bystander.key)
  })

  it('leave audit records when they are created, refused and downloaded', async () => {
    const { job } = await world.exported('entities', { type: 'material' })
    await world.post({ kind: 'entities' }, world.token, { 'Idempotency-Key': 'a' })
    await world.api.get(`/v1/exports/${randomUUID()}/download`, world.token)
    const records = (await world.api.audited()).filter(({ organization }) => organization === world.organization.key)
    const shown = records.map(({ operation, status, code, rows }) => [operation, status, code, rows])
    expect(shown.slice(-2)).to.deep.equal([
      ['createExport', 400, 'idempotency_key_not_accepted', null],
      ['downloadExport', 404, 'export_not_found', null],
    ])
    const created = records.findLast(({ operation, status }) => operation === 'createExport' && status === 200)
    expect(created?.parameters).to.deep.equal({ kind: 'entities', parameters: { type: 'material' } })
    const download = records.findLast(({ operation, status }) => operation === 'downloadExport' && status === 200)
    expect(download).to.deep.include({ rows: 1, parameters: { exportId: job.exportId } })
    expect(download?.credentialId).to.be.a('string')
  })
})

async function filesOf(world: ExportsWorld): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of world.api.services.exports.storage.list()) names.push(name.exportId)
  return names
}
