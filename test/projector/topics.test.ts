import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { repairRetention } from '../../kafka/topics/topic-faults.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { countNodes, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { alterTopic } from '../support/processes/kafka.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import type { ProjectorHere } from '../support/processes/projector-here.ts'
import { tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

describe('the topics under a projector', () => {
  let installation: Installation
  let projector: ProjectorHere

  beforeEach(async () => {
    installation = await openInstallation()
    projector = await installation.startHere()
    await projector.untilReady()
  })
  afterEach(() => installation.close())

  const grow = (topic: string, count = 13) =>
    withAdmin(installation.connection, (admin) =>
      admin.createPartitions({ topicPartitions: [{ topic, count }], validateOnly: false }),
    )
  const stopped = (reporter: ProjectorHere, topic: string) =>
    reporter.lines('partition stopped').filter((line) => line.topic === topic)
  const fault = async (topic: string, name: string) =>
    (await projector.metrics()).get(`tda_projector_topic_faults{topic="${topic}",fault="${name}"}`) ?? 0
  const detail = 'the topic has 13 partitions, but the graph was built from 12: keys are in other partitions'

  it('stop the partitions of the BOM topic if it has grown, while the records topic continues', async () => {
    const { topics, feed, offsets, groupId, graph } = installation
    const bom = topics.bom.name
    await grow(bom)
    await until('every partition to stop', () => stopped(projector, bom).length >= 12)
    for (const line of stopped(projector, bom)) expect(line).to.include({ reason: 'partitions', detail })
    expect(projector.unreadyBecause()).to.contain(`${bom}/0 stopped (partitions): ${detail}`)
    expect(await fault(bom, 'partitions')).to.equal(1)
    expect((await projector.metrics()).get('tda_projector_stopped_partitions{reason="partitions"}')).to.be.at.least(12)
    await feed([supplierOf('1', 1)])
    await until('the record', async () => [...(await offsets()).values()].some(({ next }) => next > 0))
    await projector.stop()
    const restarted = await installation.startHere()
    await until('every partition to stop again', () => stopped(restarted, bom).length >= 13)
    const claimed = restarted.lines('partition claimed').filter(({ topic }) => topic === bom)
    expect(claimed).to.deep.equal([])
    expect(await countNodes(graph, 'Offset', { groupId, topic: bom })).to.equal(12)
  })

  it('that have grown cannot be rebuilt from, even with --accept-gap', async () => {
    const bom = installation.topics.bom.name
    expect((await tda(installation.settings, ['rebuild', '--together', '--dry-run'])).code).to.equal(0)
    await grow(bom)
    for (const more of [[], ['--accept-gap']]) {
      const { code, stderr } = await tda(installation.settings, ['rebuild', '--together', '--dry-run', ...more])
      expect(code).to.equal(1)
      expect(stderr).to.match(
        new RegExp(`^tda: ${bom} has 13 partitions, and the graph was built from 12\\. Nothing was dropped`),
      )
    }
  })

  it('fill an empty graph only if they have as many partitions as the settings say', async () => {
    const { settings, topics } = installation
    await projector.stop()
    await grow(topics.bom.name)
    await grow(topics.records.name)
    const group = { PROJECTOR_GROUP: `test-${randomUUID()}` }
    const { code, stderr } = await tda({ ...settings, ...group }, ['rebuild', '--together', '--dry-run'])
    expect(code).to.equal(1)
    expect(stderr).to.contain('has 13 partitions, and KAFKA_TOPIC_PARTITIONS is 12. Nothing was dropped')
    const refused = await installation.startHere(group)
    await until('every partition to stop', () => refused.lines('partition stopped').length === 26)
    expect(refused.lines('partition claimed')).to.deep.equal([])
    await refused.stop()
    const meant = await installation.startHere({ ...group, KAFKA_TOPIC_PARTITIONS: '13' })
    await meant.untilReady()
    expect(meant.lines('partition claimed')).to.have.length(26)
    // From now on the number of partitions is stored in the graph.
    await meant.stop()
    const later = await installation.startHere(group)
    await later.untilReady()
  })

  it('are accepted by a graph of an older version that did not store their number of partitions', async () => {
    const { graph, groupId, topics } = installation
    await projector.stop()
    await grow(topics.records.name)
    await updateNodes(graph, 'Offset', { groupId }, { partitions: null })
    const upgraded = await installation.startHere()
    await upgraded.untilReady()
    const rows = await readNodes(graph, 'Offset', { groupId }, ['topic', 'partitions'])
    expect([...new Set(rows.map(({ topic, partitions }) => `${topic} ${partitions}`))]).to.have.members([
      `${topics.records.name} 13`,
      `${topics.bom.name} 12`,
    ])
  })

  for (const setting of ['retention.ms', 'retention.bytes']) {
    it(`that can lose events by ${setting} are reported, and are still read`, async () => {
      const { connection, topics } = installation
      const records = topics.records.name
      await alterTopic(connection, records, { [setting]: '3600000' })
      await until('the fault', async () => (await fault(records, 'retention')) === 1)
      const [line, ...more] = projector.lines('topic fault detected')
      expect(more).to.deep.equal([])
      expect(line).to.deep.include({ level: 50, topic: records, fault: 'retention' })
      expect(line?.detail).to.contain(`${setting} of 3600000: set it to -1`)
      expect(projector.unreadyBecause()).to.equal(null)
      await repairRetention(connection, topics.records)
      await until('the end of it', () => projector.lines('topic fault resolved').length === 1)
      expect(await fault(records, 'retention')).to.equal(0)
    })
  }

  it('are created again if one that the graph is not built from is deleted', async () => {
    const { connection, topics, send, deadLetters } = installation
    const { name } = topics.dlq
    const before = await connection.topicIds([name])
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: [name] }))
    await until('the topic', () => projector.lines('missing topic created again').length === 1)
    expect(projector.lines('topic fault detected')[0]).to.include({ topic: name, fault: 'missing' })
    expect((await connection.topicIds([name])).ids.get(name)).not.to.equal(before.ids.get(name))
    await send([{ key: 'poison', value: 'poison' }])
    await until('the dead letter', async () => (await deadLetters()).length === 1)
    await projector.untilReady()
  })

  it('stop if one that the graph was built from is deleted', async () => {
    const { connection, topic, organization, send } = installation
    await send([{ partition: 0, ...recordOf(organization, supplierOf('1', 1)) }])
    await installation.caughtUp()
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: [topic] }))
    await until('every partition to stop', () => {
      const partitions = new Set(stopped(projector, topic).map(({ partition }) => partition))
      return partitions.size === 12
    })
    expect(projector.lines('topic fault detected')[0]?.detail).to.contain('what it held is gone')
    for (const { reason } of stopped(projector, topic)) expect(reason).to.equal('gap')
  })
})
