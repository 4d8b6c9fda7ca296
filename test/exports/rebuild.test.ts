import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { localStorage } from '../../api/exports/storage/local-storage.ts'
import type { ExportStorage } from '../../api/exports/storage/storage.ts'
import { claimOffset } from '../../cypher/system/offsets.ts'
import { beginRebuild, endDrop, setRebuildStage } from '../../cypher/system/rebuild.ts'
import { type ExportsWorld, startExports } from '../support/api/exports.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material } from '../support/graph/entities.ts'
import { fill, freshOrganization } from '../support/graph/graph.ts'
import { deleteGroup } from '../support/graph/stored-nodes.ts'
import { until } from '../support/until.ts'

const ENTITIES = 20

describe('an export during a rebuild', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-exports-'))
  const groupId = `rebuilt-${freshOrganization()}`
  const place = { topic: 'records', partition: 0, clusterId: 'c', topicId: 't' }
  const begun: string[] = []
  let gate = Promise.withResolvers<void>()
  let world: ExportsWorld
  before(async () => {
    const inner = localStorage(folder)
    const storage: ExportStorage = {
      ...inner,
      async create(name) {
        begun.push(`${name.exportId}.${name.fence}`)
        await gate.promise
        return inner.create(name)
      },
    }
    world = await startExports({ storage, variables: { PROJECTOR_GROUP: groupId } })
    const entities = Array.from({ length: ENTITIES }, (_, at) => material(world.organization.key, `M-${at}`))
    await fill(world.graph, world.organization.key, { entities })
    const boms = randomBoms(7, { publications: 1 }).map((bom, at) => published(bom, at + 1))
    await writeHistory(world.graph, world.organization.key, boms)
    const { graph } = world
    await graph.write((run) =>
      run(claimOffset, null, { ...place, groupId, owner: 'o', partitions: 1, expectedPartitions: 1, logStart: 0 }),
    )
    world.api.services.exports.start()
  })
  after(async () => {
    gate.resolve()
    await deleteGroup(world.graph, groupId)
    await world.close()
    rmSync(folder, { recursive: true })
  })

  const rebuildId = randomUUID()
  const begin = () => world.graph.write((run) => run(beginRebuild, null, { groupId, rebuildId }))
  const drop = () => world.graph.write((run) => run(endDrop, null, { groupId, rebuildId }))
  const finish = () => world.graph.write((run) => run(setRebuildStage, null, { groupId, stage: null }))
  const aWhile = (ms: number) => {
    const since = performance.now()
    return until('a while', () => performance.now() - since > ms)
  }
  const begunOf = (exportId: string) => begun.filter((name) => name.startsWith(exportId))

  it('starts only when the rebuild is finished', async () => {
    gate.resolve()
    await begin()
    const { exportId } = await world.create('entities')
    await drop()
    // The worker looks for queued exports every second, so this is long enough for it to start one.
    await aWhile(2500)
    expect(begunOf(exportId)).to.deep.equal([])
    expect((await world.job(exportId)).status).to.equal('queued')
    await finish()
    expect(await world.untilEnded(exportId)).to.include({ status: 'completed', rowCount: ENTITIES })
  })

  it('starts again when a rebuild started and finished while it was written', async () => {
    gate = Promise.withResolvers()
    const { exportId } = await world.create('entities')
    await until('the export to be taken', () => begunOf(exportId).length === 1)
    await begin()
    await finish()
    gate.resolve()
    expect(await world.untilEnded(exportId)).to.include({ status: 'completed', rowCount: ENTITIES })
    expect(begunOf(exportId)).to.deep.equal([`${exportId}.1`, `${exportId}.2`])
  })

  it('does not fail because of data that the rebuild has dropped', async () => {
    gate = Promise.withResolvers()
    const { exportId } = await world.create('bom_yields')
    await until('the export to be taken', () => begunOf(exportId).length === 1)
    await begin()
    const { key } = world.organization
    const hide = `MATCH (n:Publication {tenantKey: $key}) SET n:Dropped REMOVE n:Publication`
    const show = `MATCH (n:Dropped {tenantKey: $key}) SET n:Publication REMOVE n:Dropped`
    await world.graph.execute(hide, { key })
    gate.resolve()
    await until('the export to be given back', async () => (await world.job(exportId)).status === 'queued')
    await world.graph.execute(show, { key })
    await finish()
    expect((await world.untilEnded(exportId)).status).to.equal('completed')
    expect(begunOf(exportId)).to.have.length(2)
  })
})
