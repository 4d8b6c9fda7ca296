import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { suspendOrganization } from '../../cypher/system/credentials.ts'
import type { ExportJob } from '../../schemas/exports/exports.ts'
import { type BomExports, startBomExports } from '../support/api/bom-exports.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { forgetExports, startExports } from '../support/api/exports.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { markPurged, mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

describe('export jobs', () => {
  let world: BomExports
  before(async () => {
    world = await startBomExports()
  })
  afterEach(() => forgetExports(world.graph, world.organization.key))
  after(() => world.close())

  it('are queued with their URL in Location, and dates are resolved to snapshots', async () => {
    const answer = await world.post({ kind: 'bom_yield_changes', parameters: { to: '2027-03-02', style: 'QM-1' } })
    const { data } = (await assertContract(answer)) as { data: ExportJob }
    const [first, second, third] = world.snapshotIds
    expect(answer.headers.get('Location')).to.equal(`http://api.test/v1/exports/${data.exportId}`)
    expect(answer.headers.get('Cache-Control')).to.equal('no-store')
    expect(data.parameters).to.deep.equal({ style: 'QM-1', fromSnapshotId: first, toSnapshotId: second })
    expect(data).to.include({ status: 'queued', rowCount: null, sha256: null, pollAfterSeconds: 1 })
    expect(data.links.download).to.equal(`/v1/exports/${data.exportId}/download`)
    expect(await world.job(data.exportId)).to.deep.equal(data)
    expect((await world.create('bom_yields')).parameters).to.deep.equal({ snapshotId: third })
    const early = await world.get(data.links.download)
    expect(await assertProblemCode(early, 'export_not_ready')).to.include({ status: 409, retryable: true })
  })

  it('accept the filters of their kind, and reject any other by name', async () => {
    const faultsOf = async (body: object) => {
      const { errors = [] } = await assertProblemCode(await world.post(body), 'invalid_request')
      return errors.map((fault) => `${fault.in} ${fault.name}`)
    }
    expect(await faultsOf({ kind: 'shoes', organization: 'x' })).to.have.members(['body kind', 'body organization'])
    const [, , third] = world.snapshotIds
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

  it('have a format, which is CSV by default', async () => {
    for (const format of ['csv', 'jsonl', 'parquet'] as const) {
      const { data } = (await assertContract(await world.post({ kind: 'entities', format }))) as { data: ExportJob }
      expect(data).to.include({ kind: 'entities', format })
      expect(await world.job(data.exportId)).to.deep.equal(data)
    }
    expect((await world.create('entities')).format).to.equal('csv')
    const { data } = (await assertContract(await world.get('/v1/exports'))) as { data: ExportJob[] }
    expect(data.map((job) => job.format)).to.have.members(['csv', 'jsonl', 'parquet', 'csv'])
  })

  it('are CSV if a version without formats created them', async () => {
    const own = await startExports()
    try {
      const { exportId } = await own.create('entities')
      expect(await readNodes(own.graph, 'ExportJob', { id: exportId }, ['format'])).to.deep.equal([{ format: 'csv' }])
      await updateNodes(own.graph, 'ExportJob', { id: exportId }, { format: null })
      own.api.services.exports.start()
      expect(await own.untilEnded(exportId)).to.include({ status: 'completed', format: 'csv' })
      const file = await own.get(`/v1/exports/${exportId}/download`)
      expect(file.headers.get('Content-Type')).to.equal('text/csv; charset=utf-8; header=present')
      expect(await file.text()).to.match(/^id,type,/)
    } finally {
      await own.close()
    }
  })

  it('reject another format with the formats there are, and a byte order mark that only CSV has', async () => {
    const faultsOf = async (body: object) =>
      (await assertProblemCode(await world.post(body), 'invalid_request')).errors?.map((fault) => [
        `${fault.in} ${fault.name}`,
        fault.detail,
      ])
    const [[where, detail] = []] = (await faultsOf({ kind: 'entities', format: 'xlsx' })) ?? []
    expect(where).to.equal('body format')
    for (const format of ['csv', 'jsonl', 'parquet']) expect(detail).to.contain(format)
    for (const format of ['jsonl', 'parquet']) {
      const parameters = { byteOrderMark: true }
      expect(await faultsOf({ kind: 'entities', format, parameters })).to.deep.equal([
        ['body parameters.byteOrderMark', 'requires the format csv'],
      ])
      const off = { kind: 'entities', format, parameters: { byteOrderMark: false } }
      expect((await world.post(off)).status).to.equal(200)
    }
  })

  it('are created by every request, and reject an idempotency key (api 29)', async () => {
    const [one, other] = [await world.create('entities'), await world.create('entities')]
    expect(one.exportId).not.to.equal(other.exportId)
    const answer = await world.post({ kind: 'entities' }, world.token, { 'Idempotency-Key': 'a' })
    const { errors } = await assertProblemCode(answer, 'idempotency_key_not_accepted')
    expect(errors).to.deep.equal([
      { in: 'header', name: 'Idempotency-Key', detail: 'is not accepted for this operation' },
    ])
  })

  it('are limited to five unfinished ones per organization, even when created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.post({ kind: 'entities' })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array(5).fill(200), ...Array(7).fill(409)])
    const late = answers.find(({ status }) => status === 409) as Response
    expect(await assertProblemCode(late, 'too_many_exports')).to.include({ retryable: true })
    const other = await mintOrganization(world.graph)
    const { text } = await other.issue({ scopes: ['exports:create'] })
    expect((await world.create('entities', {}, text)).status).to.equal('queued')
    await forgetExports(world.graph, other.key)
  })

  it('need the scope of the corresponding read if EXPORTS_REQUIRE_DOMAIN_SCOPES is set', async () => {
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

  it('wait while their organization is suspended', async () => {
    const { key } = world.organization
    const suspend = (at: string | null) =>
      world.graph.write((run) => run(suspendOrganization, null, { key, suspendedAt: at }))
    world.api.services.exports.start()
    const { exportId } = await world.create('entities')
    await world.untilEnded(exportId)
    await suspend('2027-04-01T00:00:00.000Z')
    await world.graph.execute(
      `MATCH (j:ExportJob {tenantKey: $key, id: $exportId}) SET j:OpenExport, j.status = 'queued', j.leaseUntil = 0
       REMOVE j:StoredExport, j.completedAt, j.expiresAt, j.byteSize, j.sha256`,
      { key, exportId },
    )
    const fenceOf = async () => (await readNodes(world.graph, 'ExportJob', { tenantKey: key }, ['fence']))[0]?.fence
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

  it('are refused for an organization that is purged, as long as its token is still trusted', async () => {
    const { graph, api } = world
    const leaving = await mintOrganization(graph)
    const { text } = await leaving.issue({ scopes: ['exports:create'] })
    expect((await api.get('/v1/exports', text)).status).to.equal(200)
    await markPurged(graph, leaving.key)
    const answer = await world.post({ kind: 'entities' }, text)
    await assertProblemCode(answer, 'invalid_token')
    expect(answer.headers.get('WWW-Authenticate')).to.contain('error="invalid_token"')
    expect(await readNodes(graph, 'ExportJob', { tenantKey: leaving.key }, ['id'])).to.deep.equal([])
  })

  it('leave audit records when they are created, rejected, and downloaded', async () => {
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
