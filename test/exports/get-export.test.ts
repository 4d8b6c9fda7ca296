import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type BomExports, startBomExports } from '../support/api/bom-exports.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { forgetExports } from '../support/api/exports.ts'
import { retire } from '../support/bom/bom-graph.ts'
import { mintOrganization } from '../support/organization.ts'

describe('an export', () => {
  let world: BomExports
  before(async () => {
    world = await startBomExports()
  })
  afterEach(() => forgetExports(world.graph, world.organization.key))
  after(() => world.close())

  it('is to be polled less often the longer it takes', async () => {
    const createdAt = world.clock.now
    const { exportId } = await world.create('entities')
    const waits: (number | null)[] = []
    for (const ageMs of [0, 9999, 20_000, 45_000, 3_600_000]) {
      world.clock.now = createdAt + ageMs
      waits.push((await world.job(exportId)).pollAfterSeconds)
    }
    world.clock.now = createdAt
    expect(waits).to.deep.equal([1, 1, 2, 5, 10])
  })

  it('is not found by another organization', async () => {
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
  })

  it('fails with snapshot_retired when its snapshot is retired before it is completed', async () => {
    const [first] = world.snapshotIds
    const { exportId } = await world.create('bom_yields', { snapshotId: first })
    await retire(world.graph, world.organization.key, first, new Date(world.clock.now).toISOString())
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

  it('expires: its file is deleted, but a download that has started completes', async () => {
    const { job, text } = await world.exported('entities')
    expect(Date.parse(job.expiresAt ?? '') - Date.parse(job.completedAt ?? '')).to.equal(15 * 60_000)
    world.clock.now = Date.parse(job.expiresAt ?? '') - 1
    const begun = await world.get(job.links.download)
    expect(begun.status).to.equal(200)
    world.clock.now += 1
    await assertProblemCode(await world.get(job.links.download), 'export_expired')
    expect((await world.job(job.exportId)).status).to.equal('expired')
    await world.api.services.exports.sweep()
    expect(await filesOf(world)).to.deep.equal([])
    expect(await begun.text()).to.equal(text)
    expect(await world.job(job.exportId)).to.include({ status: 'expired', rowCount: 1, sha256: job.sha256 })
  })
})

async function filesOf(world: BomExports): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of world.api.services.exports.storage.list()) names.push(name.exportId)
  return names
}
