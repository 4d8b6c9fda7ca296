import { expect } from 'chai'
import { listOffsets } from '../../cypher/system/offsets.ts'
import { beginRebuild, endDrop, resetOffsets } from '../../cypher/system/rebuild.ts'
import { rebuildProgress } from '../../projector/rebuild/finish-rebuild.ts'
import { publication } from '../support/bom/bom-events.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { countNodes, readNodes } from '../support/graph/stored-nodes.ts'
import { openKafkajs } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { until } from '../support/until.ts'

const PARTITION = 3

describe('aborted transactions at the end of a partition', () => {
  let installation: Installation
  let projector: ProjectorHere
  let read: string[]

  before(async () => {
    installation = await openInstallation()
    read = [installation.topic, installation.topics.bom.name]
    projector = await installation.startHere()
    await projector.untilReady()
    await installation.send([{ partition: PARTITION, ...recordOf(installation.organization, supplierOf('before', 1)) }])
    await installation.caughtUp()
    await abort()
  })
  after(() => installation.close())

  /** Sends records and a publication in a transaction, and aborts it. */
  async function abort(): Promise<void> {
    const { connection, organization, topic, topics } = installation
    const client = openKafkajs(connection)
    const settings = { idempotent: true, maxInFlightRequests: 1, transactionalId: `${topic}-aborted` }
    const producer = client.kafka.producer(settings)
    await producer.connect()
    const transaction = await producer.transaction()
    const records = ['1', '2', '3'].map((id) => ({
      partition: PARTITION,
      ...recordOf(organization, supplierOf(id, 1)),
    }))
    await transaction.send({ topic, messages: records })
    const events = publication(organization, { 'QM-1': [{ ref: 'L-1', yields: { 'QM-1-S': '1' } }] })
    const messages = events.map((event) => ({ key: organization, value: JSON.stringify(event) }))
    await transaction.send({ topic: topics.bom.name, messages })
    await transaction.abort()
    await producer.disconnect()
    client.abort()
  }

  const lag = async () => {
    const samples = [...(await projector.metrics())]
    const own = samples.filter(([name]) => name.includes(installation.settings.KAFKA_TOPIC_PREFIX ?? ''))
    return own.filter(([name, value]) => /^tda_projector_lag_(records|seconds)/.test(name) && value > 0)
  }

  it('leave no lag, in metrics and in the graph', async () => {
    await installation.caughtUp(60_000)
    const ends = await installation.connection.endOffsets(read)
    expect(ends.filter(({ high }) => high > 1n)).to.have.length(2)
    await until('no lag', async () => (await lag()).length === 0, 30_000)
    const noted = async () => {
      const { graph, groupId } = installation
      const [row] = await readNodes(graph, 'ProjectorGroup', { groupId }, ['lagSeconds', 'lagMeasuredAt'])
      return row
    }
    const begun = new Date().toISOString()
    const row = await until('the next measure', async () => {
      const now = await noted()
      return now && String(now.lagMeasuredAt) > begun ? now : null
    })
    expect(Number(row.lagSeconds)).to.equal(0)
    expect(await countNodes(installation.graph, 'Entity', { tenantKey: installation.organization })).to.equal(1)
  })

  it('do not prevent a rebuild from finishing', async () => {
    const { graph, groupId, connection } = installation
    const [ends, { clusterId, ids }] = await Promise.all([connection.endOffsets(read), connection.topicIds(read)])
    const offsets = ends.map(({ topic, partition, low, high }) => {
      return { topic, partition, next: Number(low), end: Number(high), clusterId, topicId: ids.get(topic) ?? '' }
    })
    const rebuildId = 'test'
    await graph.write(async (run) => {
      await run(beginRebuild, null, { groupId, rebuildId })
      await run(resetOffsets, null, { groupId, offsets })
      await run(endDrop, null, { groupId, rebuildId })
    })
    await until('all is read again', async () => (await rebuildProgress(graph, groupId))?.records === 0, 60_000)
    const stands = await graph.read(listOffsets, null, { groupId })
    expect(stands.reduce((sum, { next }) => sum + next, 0)).to.equal(offsets.reduce((sum, { end }) => sum + end, 0))
  })
})
