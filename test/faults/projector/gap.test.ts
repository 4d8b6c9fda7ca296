import { expect } from 'chai'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { recordOf, supplierOf } from '../../support/events/source-event.ts'
import { expectSame, graphLines } from '../../support/graph/graph-lines.ts'
import { updateNodes } from '../../support/graph/stored-nodes.ts'
import { withAdmin } from '../../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { until } from '../../support/until.ts'

const PARTITIONS = Array.from({ length: 12 }, (_, partition) => partition)

describe('a Kafka topic that does not continue at the offsets of the graph (P6)', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
    await feedEach('first')
    const projector = await installation.start()
    await installation.caughtUp()
    await stopped(projector)
  })
  after(() => installation.close())

  const feedEach = (name: string, partitions = PARTITIONS) => {
    const record = (partition: number) => recordOf(installation.organization, supplierOf(`${name}-${partition}`, 1))
    return installation.send(partitions.flatMap((partition) => Array(3).fill({ partition, ...record(partition) })))
  }
  const stopped = async (projector: ProjectorProcess) => {
    projector.signal('SIGTERM')
    await projector.ended
  }
  const cut = (partition: number, offset: number) =>
    withAdmin(installation.connection, async (admin) => {
      const { topic } = installation
      await admin.fetchTopicOffsets(topic)
      await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(offset) }] })
    })
  const pretend = (partition: number, fields: Record<string, unknown>) =>
    updateNodes(
      installation.graph,
      'Offset',
      { groupId: installation.groupId, topic: installation.topic, partition },
      fields,
    )
  const linesOfRecords = (projector: ProjectorProcess, msg: string) =>
    projector.lines(msg).filter(({ topic }) => topic === installation.topic)
  const refusals = (projector: ProjectorProcess) =>
    new Map(
      linesOfRecords(projector, 'partition stopped').map(({ partition, reason, detail }) => [
        partition,
        [reason, detail],
      ]),
    )
  const next = async (partitions: number[]) => {
    const offsets = await installation.offsets()
    return partitions.map((partition) => offsets.get(partition)?.next)
  }

  it('stops the partition with a reason, and continues with the others', async () => {
    await feedEach('second')
    await cut(1, 5)
    await pretend(2, { clusterId: 'another' })
    await pretend(3, { topicId: 'another' })
    await pretend(4, { next: Number((await installation.offsets()).get(4)?.next) + 100 })
    const projector = await installation.start()
    await until('four refusals', () => refusals(projector).size === 4)
    const others = PARTITIONS.filter((partition) => partition < 1 || partition > 4)
    await until('the others', async () => (await next(others)).every((offset) => offset === 6))
    expect(await next([1, 2, 3, 4])).to.deep.equal([3, 3, 3, 103])
    expect(refusals(projector).get(1)).to.deep.equal(['gap', 'the log starts at 5, and 3 was not applied yet'])
    expect(refusals(projector).get(2)?.[1]).to.match(/^the graph was filled from cluster another, this is /)
    expect(refusals(projector).get(3)).to.deep.equal(['gap', 'the topic was deleted and created again'])
    expect(refusals(projector).get(4)?.[1]).to.equal('the log ends at 6, before 103, which was applied')
    const { status, text } = await projector.readyz()
    expect(status).to.equal(503)
    expect(text.match(/ stopped \(gap\): /g)).to.have.length(4)
    expect((await projector.metrics()).get('tda_projector_stopped_partitions{reason="gap"}')).to.equal(4)
    expect(projector.isRunning()).to.equal(true)
    await stopped(projector)
  })

  it('stops a partition whose oldest records are deleted while a projector reads it', async () => {
    const projector = await installation.start()
    await until('partition 8', () =>
      linesOfRecords(projector, 'partition claimed').some(({ partition }) => partition === 8),
    )
    await projector.suspend()
    await feedEach('third', [8, 9])
    await cut(8, 9)
    projector.signal('SIGCONT')
    await feedEach('fourth', [8])
    await until('the refusal', () => refusals(projector).has(8))
    expect(refusals(projector).get(8)).to.deep.equal(['gap', '6 is wanted, and the log holds 9 to 12'])
    await until('partition 9', async () => (await next([9]))[0] === 9)
    expect(await next([8])).to.deep.equal([6])
    await stopped(projector)
  })

  it('is not applied at all after it was deleted and created again', async () => {
    const { connection, topics, topic, graph, organization } = installation
    const before = await graphLines(graph, organization)
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: [topic] }))
    await until('the new topic', () =>
      createTopics(connection, { topics: [topics.records] }).then(
        () => true,
        () => false,
      ),
    )
    for (const round of ['a', 'b', 'c', 'd', 'e']) await feedEach(round)
    const projector = await installation.start()
    await until('all refusals', () => refusals(projector).size === PARTITIONS.length)
    expect(linesOfRecords(projector, 'partition claimed')).to.deep.equal([])
    expectSame(before, await graphLines(graph, organization))
    await stopped(projector)
  })
})
