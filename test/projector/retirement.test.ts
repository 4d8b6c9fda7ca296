import { expect } from 'chai'
import { listBomSnapshots } from '../../api/operations/bom/list-bom-snapshots.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../api/operations/bom/list-bom-yields.ts'
import { getEntity } from '../../api/operations/graph/get-entity.ts'
import type { Graph, Run } from '../../cypher/connect.ts'
import { createOrganizationMutex } from '../../projector/partitions/organization-mutex.ts'
import { createHousekeeping } from '../../projector/publications/housekeeping.ts'
import { call, codeOf, walk } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { randomPublications } from '../support/bom/random-publications.ts'
import { countNodes, readNodes } from '../support/graph/stored-nodes.ts'
import { quiet, recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

const PUBLICATIONS = 4
const HOUR = 3_600_000

describe('retirement of snapshots', () => {
  let installation: Installation
  let snapshots: { snapshotId: string; publicationId: string; completedAt: string; availableUntil: string | null }[]
  before(async () => {
    installation = await openInstallation()
    const { organization, graph, publish, caughtUp, startHere } = installation
    await publish(randomPublications(organization, PUBLICATIONS))
    const projector = await startHere()
    await caughtUp()
    await until('the notices of completion', async () => (await told()).length === PUBLICATIONS)
    await projector.stop()
    snapshots = (await call(listBomSnapshots, {}, contextFor(graph, organization))).data.reverse()
  })
  after(() => installation.close())

  const at = (time: number) => ({
    ...contextFor(installation.graph, installation.organization),
    now: () => new Date(time),
  })
  const told = async () => {
    const { connection, topics } = installation
    const notices = await recordsOf(connection, topics.snapshots.name)
    return notices.map(({ value }) => JSON.parse(String(value)))
  }
  const count = (label: string) => countNodes(installation.graph, label, { tenantKey: installation.organization })

  /** Runs housekeeping once with the clock at `time`. */
  async function keepAt(time: number, graph: Graph = installation.graph): Promise<void> {
    const { connection, topics, organization } = installation
    const producer = connection.createProducer()
    const housekeeping = createHousekeeping({
      graph,
      producer,
      snapshotsTopic: topics.snapshots.name,
      retentionDays: 10,
      changesRetentionDays: 30,
      everyMs: HOUR,
      bomPartitions: topics.bom.partitions,
      hasPartition: () => false,
      mutexOf: createOrganizationMutex(),
      log: quiet,
      now: () => new Date(time),
    })
    await housekeeping.afterEnd(organization)
    await housekeeping.stop()
    await producer.disconnect()
  }

  it('happens after the retention time, never to the newest snapshot, and is published once', async () => {
    const [first, second, , last] = snapshots
    const dueAt = Date.parse(second?.completedAt ?? '') + 10 * 24 * HOUR
    await keepAt(dueAt)
    expect(await codeOf(listBomYields, { snapshotId: first?.snapshotId }, at(dueAt))).to.equal('snapshot_retired')
    expect(await codeOf(listBomYields, { snapshotId: second?.snapshotId }, at(dueAt))).to.equal(null)
    await keepAt(dueAt + 1)
    await keepAt(dueAt + 1000 * 24 * HOUR - 30 * HOUR)
    const { data } = await call(listBomSnapshots, {}, at(dueAt))
    expect(data.map(({ snapshotId }) => snapshotId)).to.deep.equal([last?.snapshotId])
    const retired = (await told()).filter(({ type }) => type === 'tenantdata.snapshot.retired.v1')
    expect(retired.map(({ subject }) => subject)).to.deep.equal(snapshots.slice(0, -1).map((one) => one.snapshotId))
  })

  it('deletes a day later exactly the rows that no readable snapshot contains', async () => {
    const { graph, organization } = installation
    const last = snapshots.at(-1)
    const context = at(Date.now())
    const rows = await walk(listBomYields, { snapshotId: last?.snapshotId }, context, [1000])
    const lines = await readNodes(graph, 'BomLine', { tenantKey: organization }, ['toSeq'])
    const current = lines.filter(({ toSeq }) => Number(toSeq) > PUBLICATIONS).length
    expect(lines.length).to.be.above(current)
    await keepAt(Date.parse(last?.completedAt ?? '') + 3000 * 24 * HOUR)
    expect(await count('BomLine')).to.equal(current)
    expect(await count('BomChange')).to.equal(0)
    expect(await walk(listBomYields, { snapshotId: last?.snapshotId }, context, [1000])).to.deep.equal(rows)
    for (const { snapshotId, publicationId } of snapshots.slice(0, -1)) {
      expect(await codeOf(listBomYields, { snapshotId }, context)).to.equal('snapshot_retired')
      expect(await codeOf(getEntity, { entityId: publicationId }, context)).to.equal('entity_not_found')
    }
    expect(await codeOf(listBomYieldChanges, {}, context)).to.equal('snapshot_retired')
    const same = { fromSnapshotId: last?.snapshotId, toSnapshotId: last?.snapshotId, includeUnchanged: true }
    expect((await walk(listBomYieldChanges, same, context, [1000])).length).to.equal(rows.length)
  })

  it('needs one transaction per organization if nothing is to be done', async () => {
    const { graph, organization } = installation
    let transactions = 0
    const write: Graph['write'] = (work, runExclusive) =>
      graph.write((run) => {
        let isOwn = false
        const counting: Run = (query, owner, params) => {
          if (owner === organization && !isOwn) transactions += 1
          isOwn ||= owner === organization
          return run(query, owner, params)
        }
        return work(counting)
      }, runExclusive)
    await keepAt(Date.parse(snapshots.at(-1)?.completedAt ?? '') + 3000 * 24 * HOUR, { ...graph, write })
    expect(transactions).to.equal(1)
  })
})
