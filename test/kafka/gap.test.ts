import { expect } from 'chai'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort, type TestTopic } from './with-kafka.ts'

const numbered = (count: number, partition: number) =>
  Array.from({ length: count }, (_, at) => ({ partition, key: 'a', value: String(at) }))

async function deleteBefore(topic: TestTopic, partition: number, offset: string): Promise<void> {
  await withAdmin(topic.connection, async (admin) => {
    // kafkajs knows the leader of the partition only after an earlier request for the topic.
    await admin.fetchTopicOffsets(topic.topic)
    await admin.deleteTopicRecords({ topic: topic.topic, partitions: [{ partition, offset }] })
  })
}

async function publishedOffsets(topic: TestTopic): Promise<string[]> {
  const found = await withAdmin(topic.connection, (admin) =>
    admin.fetchOffsets({ groupId: topic.topic, topics: [topic.topic] }),
  )
  return found.flatMap(({ partitions }) => partitions.map(({ offset }) => offset))
}

describePort('a gap in the offsets of a partition', ({ openTopic }) => {
  it('is reported when the first records were deleted, and stops only that partition', async () => {
    const topic = await openTopic(2)
    await topic.send([...numbered(5, 0), ...numbered(1, 1)])
    await deleteBefore(topic, 0, '3')
    const consumer = topic.consume()
    await until('the gap', () => consumer.gaps.length > 0)
    await topic.send([...numbered(1, 0), ...numbered(1, 1)])
    await until('the other partition', () => consumer.values(1).length === 2)
    expect(consumer.gaps).to.deep.equal([{ topic: topic.topic, partition: 0, wanted: 0n, logStart: 3n, logEnd: 5n }])
    expect(consumer.values(0)).to.deep.equal([])
    expect(await publishedOffsets(topic)).to.deep.equal(['-1', '-1'])

    consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 3n)
    await until('the rest', () => consumer.values(0).length === 3)
    expect(consumer.values(0)).to.deep.equal(['3', '4', '0'])
    expect(consumer.assignments).to.have.length(1)
  })

  it('is reported when records are deleted while the partition is held', async () => {
    const topic = await openTopic(1)
    await topic.send(numbered(5, 0))
    const consumer = topic.consume({ onBatch: async (_, { hold }) => hold() })
    await until('the held batch', () => consumer.values(0).length === 5)
    await deleteBefore(topic, 0, '5')
    await topic.send(numbered(1, 0))
    consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 0n)
    await until('the gap', () => consumer.gaps.length > 0)
    expect(consumer.gaps).to.deep.equal([{ topic: topic.topic, partition: 0, wanted: 0n, logStart: 5n, logEnd: 6n }])
    expect(consumer.values(0)).to.have.length(5)
  })

  it('is reported when the partition ends before the wanted offset, as in a topic that was created again', async () => {
    const topic = await openTopic(1)
    await topic.send(numbered(2, 0))
    const consumer = topic.consume({ onAssigned: ({ start }) => void start({ topic: topic.topic, partition: 0 }, 9n) })
    await until('the gap', () => consumer.gaps.length > 0)
    await topic.send(numbered(10, 0))
    expect(consumer.gaps).to.deep.equal([{ topic: topic.topic, partition: 0, wanted: 9n, logStart: 0n, logEnd: 2n }])
    consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 11n)
    await until('the last record', () => consumer.values(0).length === 1)
    expect(consumer.values(0)).to.deep.equal(['9'])
  })
})
