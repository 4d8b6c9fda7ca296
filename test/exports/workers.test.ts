import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { localStorage } from '../../api/exports/storage/local-storage.ts'
import type { ExportStorage } from '../../api/exports/storage/storage.ts'
import { type ExportsWorld, exportScopes, forgetExports, startExports } from '../support/api/exports.ts'
import { material } from '../support/graph/entities.ts'
import { fill } from '../support/graph/graph.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

/** A storage that records each started draft, and delays writes until it is opened. */
function watched(inner: ExportStorage) {
  const begun: string[] = []
  let gate = Promise.withResolvers<void>()
  const storage: ExportStorage = {
    ...inner,
    async create(name) {
      begun.push(name.exportId)
      const draft = await inner.create(name)
      const { promise } = gate
      return { ...draft, write: (bytes) => promise.then(() => draft.write(bytes)) }
    },
  }
  const close = () => {
    gate = Promise.withResolvers()
  }
  return { begun, storage, close, open: () => gate.resolve() }
}

async function created(world: ExportsWorld, count: number) {
  const jobs = []
  while (jobs.length < count) jobs.push(await world.create('entities'))
  return jobs
}

async function namesIn(storage: ExportStorage): Promise<string[]> {
  const names: string[] = []
  for await (const { name, isDraft } of storage.list())
    names.push(`${name.exportId}.${name.fence}${isDraft ? ' draft' : ''}`)
  return names.sort()
}

describe('the workers that write exports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-exports-'))
  const [one, other] = [watched(localStorage(folder)), watched(localStorage(folder))]
  let [first, second]: ExportsWorld[] = []
  const both = () => {
    if (!first || !second) throw new Error('Both are started')
    return { first, second }
  }
  before(async () => {
    const variables = { EXPORTS_LEASE_MS: '8000', EXPORTS_CONCURRENCY: '4' }
    first = await startExports({ storage: one.storage, variables })
    second = await startExports({ storage: other.storage, variables })
    const entities = Array.from({ length: 50 }, (_, at) => material(both().first.organization.key, `M-${at}`))
    await fill(first.graph, first.organization.key, { entities })
    first.api.services.exports.start()
    second.api.services.exports.start()
  })
  after(async () => {
    one.open()
    other.open()
    await Promise.all([both().first.close(), both().second.close()])
    rmSync(folder, { recursive: true })
  })

  it('write each export once, and not more at the same time than EXPORTS_CONCURRENCY allows', async () => {
    const jobs = await created(both().first, 5)
    const ids = jobs.map(({ exportId }) => exportId)
    await until('every export to be taken', () => one.begun.length + other.begun.length >= 5)
    expect(one.begun.length + other.begun.length).to.equal(5)
    expect(one.begun.length).to.be.at.most(3)
    expect(other.begun.length).to.be.at.most(3)
    expect([...one.begun, ...other.begun].sort()).to.deep.equal([...ids].sort())
    // The workers renew the leases of their exports, so no other worker takes these.
    const endOfLeases = async () => {
      const { graph, organization } = both().first
      const [first] = await readNodes(graph, 'OpenExport', { tenantKey: organization.key }, ['leaseUntil'])
      return Number(first?.leaseUntil)
    }
    const before = await endOfLeases()
    await until('every lease to be renewed', async () => (await endOfLeases()) > before)
    expect(one.begun.length + other.begun.length).to.equal(5)
    for (const { exportId } of jobs) expect((await both().first.job(exportId)).status).to.equal('running')
    one.open()
    other.open()
    const ended = await Promise.all(ids.map((id) => both().first.untilEnded(id)))
    expect(ended.map(({ status, rowCount }) => [status, rowCount])).to.deep.equal(Array(5).fill(['completed', 50]))
    expect(await namesIn(one.storage)).to.deep.equal(ids.map((id) => `${id}.1`).sort())
  })

  it('discard their draft of an export that another worker has taken over', async () => {
    one.close()
    other.close()
    const { exportId } = await both().first.create('entities')
    const holder = () => [one, other].find(({ begun }) => begun.includes(exportId))
    await until('the export to be taken', holder)
    const { graph } = both().first
    await updateNodes(graph, 'ExportJob', { id: exportId }, { fence: 7, leaseUntil: Date.now() + 100_000 })
    holder()?.open()
    await until('the draft to be discarded', async () => !(await namesIn(one.storage)).join().includes(exportId))
    const { status, sha256 } = await both().first.job(exportId)
    expect([status, sha256]).to.deep.equal(['running', null])
    await updateNodes(graph, 'ExportJob', { id: exportId }, { leaseUntil: 0 })
    one.open()
    other.open()
    expect((await both().first.untilEnded(exportId)).status).to.equal('completed')
    expect((await namesIn(one.storage)).filter((name) => name.startsWith(exportId))).to.deep.equal([`${exportId}.8`])
  })

  it('delete drafts and files of earlier attempts, but keep files of exports that the graph does not know', async () => {
    const { exportId } = await both().first.create('entities')
    await both().first.untilEnded(exportId)
    const organization = both().first.organization.key
    const kept = await namesIn(one.storage)
    const [early, late] = await Promise.all(
      [0, 9].map((fence) => one.storage.create({ organization, exportId, fence, format: 'csv' })),
    )
    await early?.publish()
    await late?.write(Buffer.from('torn'))
    const unknown = { organization, exportId: randomUUID(), fence: 1, format: 'parquet' as const }
    await (await one.storage.create(unknown)).publish()
    expect(await namesIn(one.storage)).to.have.length(kept.length + 3)
    await both().first.api.services.exports.sweep()
    expect(await namesIn(one.storage)).to.have.members([...kept, `${unknown.exportId}.1`])
    await one.storage.remove(unknown)
    await late?.discard()
  })

  it('retry an export after an error of the storage, and mark it as failed after the last attempt', async () => {
    let failures = 0
    let isDoomed = false
    const flaky: ExportStorage = {
      ...localStorage(folder),
      create: async (name) => {
        failures += 1
        if (isDoomed || failures < 3) throw new Error('no space left')
        return localStorage(folder).create(name)
      },
    }
    const own = await startExports({ storage: flaky, variables: { EXPORTS_CONCURRENCY: '1' } })
    await both().first.api.services.exports.close()
    await both().second.api.services.exports.close()
    const { exportId } = await own.create('entities')
    own.api.services.exports.start()
    expect((await own.untilEnded(exportId)).status).to.equal('completed')
    expect(failures).to.equal(3)
    isDoomed = true
    const { exportId: doomed } = await own.create('entities')
    await until('the first attempt', () => failures > 3)
    // Makes the next attempt the last one.
    await updateNodes(own.graph, 'ExportJob', { id: doomed }, { attempts: 7 })
    const failed = await own.untilEnded(doomed)
    expect(failed).to.include({ status: 'failed', errorCode: 'internal_error' })
    expect(own.api.logLines.filter(({ level }) => level === 'error' || level === 50)).to.deep.equal([])
    await own.close()
  })

  it('return their exports to the queue when they are stopped, and leave no draft', async () => {
    // The other two workers are closed, so this one takes all exports.
    const own = watched(localStorage(folder))
    const third = await startExports({ storage: own.storage, variables: { EXPORTS_CONCURRENCY: '6' } })
    third.api.services.exports.start()
    const jobs = await created(both().first, 5)
    await until('the third one to have them', () => own.begun.length === 5)
    const closing = third.api.services.exports.close()
    own.open()
    await closing
    const drafts = (await namesIn(own.storage)).filter((name) => name.endsWith(' draft'))
    expect(drafts.filter((name) => own.begun.some((exportId) => name.startsWith(exportId)))).to.deep.equal([])
    one.open()
    both().first.api.services.exports.start()
    for (const { exportId } of jobs) expect((await both().first.untilEnded(exportId)).status).to.equal('completed')
    await third.close()
  })

  it('reserve their last slot for an organization of which they write no export yet', async () => {
    await both().first.api.services.exports.close()
    const own = watched(localStorage(folder))
    const third = await startExports({ storage: own.storage, variables: { EXPORTS_CONCURRENCY: '2' } })
    const other = await mintOrganization(third.graph)
    const { text } = await other.issue({ scopes: exportScopes })
    const [first, second] = await created(third, 2)
    third.api.services.exports.start()
    await until('the first one to be taken', () => own.begun.length === 1)
    const { exportId } = await third.create('entities', undefined, text)
    await until('that of the other to be taken', () => own.begun.includes(exportId))
    expect(own.begun).to.deep.equal([first?.exportId, exportId])
    own.open()
    expect((await third.untilEnded(second?.exportId ?? '')).status).to.equal('completed')
    await until('the end of the other', async () => (await third.job(exportId, text)).status === 'completed')
    await forgetExports(third.graph, other.key)
    await third.close()
  })
})
