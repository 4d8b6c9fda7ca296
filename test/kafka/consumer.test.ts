import { expect } from 'chai'
import { headerText } from '../../kafka/records.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { openKafkajs, withAdmin } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort } from './with-kafka.ts'

const numbered = (count: number, partition = 0) =>
  Array.from({ length: count }, (_, at) => ({ partition, key: 'a', value: String(at) }))

const texts = (count: number) => Array.from({ length: count }, (_, at) => String(at))

describePort('a consumer', ({ openTopic }) => {
  it('delivers records as they were sent', async () => {
    const topic = await openTopic(1)
    const headers = { ce_id: 'one', many: ['a', Buffer.from('b')], constructor: 'x', toString: ['y', 'z'], empty: null }
    await topic.send([
      { key: 'a', value: 'text', timestamp: 1_700_000_000_123, headers },
      { key: null, value: null },
    ])
    const consumer = topic.consume()
    await until('both records', () => consumer.values(0).length === 2)
    const [first, second] = consumer.batches.flatMap((batch) => batch.records)
    expect(first).to.deep.include({ offset: 0n, timestamp: 1_700_000_000_123 })
    expect(first?.key?.toString()).to.equal('a')
    expect(second).to.deep.include({ offset: 1n, key: null, value: null })
    const read = first?.headers ?? {}
    expect(Object.keys(read)).to.have.members(Object.keys(headers))
    expect(headerText(read, 'ce_id')).to.equal('one')
    expect(read.many).to.deep.equal([Buffer.from('a'), Buffer.from('b')])
    expect(read.constructor).to.deep.equal(Buffer.from('x'))
    expect(read.toString).to.deep.equal([Buffer.from('y'), Buffer.from('z')])
    expect(headerText(read, 'many')).to.equal('b')
    expect(read.empty).to.equal(null)
    expect(headerText(second?.headers ?? {}, 'constructor')).to.equal(undefined)
  })

  it('reads a partition only once it is started, from the given offset', async () => {
    const topic = await openTopic(2)
    await topic.send([...numbered(3, 0), ...numbered(3, 1)])
    const consumer = topic.consume({ onAssigned: ({ start }) => void start({ topic: topic.topic, partition: 1 }, 0n) })
    await until('the started partition', () => consumer.values(1).length === 3)
    await topic.send(numbered(1, 1))
    await until('more of it', () => consumer.values(1).length === 4)
    expect(consumer.values(0)).to.deep.equal([])
    expect(consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 1n)).to.equal(true)
    await until('the other partition', () => consumer.values(0).length === 2)
    expect(consumer.values(0)).to.deep.equal(['1', '2'])
    expect(consumer.assignments[0]?.start({ topic: topic.topic, partition: 7 }, 0n)).to.equal(false)
  })

  it('starts each batch at the offset where the previous one ended', async () => {
    const topic = await openTopic(1)
    const value = 'x'.repeat(2_000)
    await topic.send(
      Array.from({ length: 3_000 }, () => ({ key: 'a', value })),
      { compression: 'none' },
    )
    const consumer = topic.consume()
    await until('all records', () => consumer.values(0).length >= 3_000)
    const { batches } = consumer
    expect(batches.length).to.be.greaterThan(4)
    expect(batches.map((batch) => batch.from)).to.deep.equal([0n, ...batches.slice(0, -1).map((batch) => batch.next)])
    expect(batches.flatMap((batch) => batch.records.map((record) => Number(record.offset)))).to.deep.equal([
      ...Array(3_000).keys(),
    ])
    const largest = Math.max(...batches.map((batch) => batch.records.length * value.length))
    expect(largest).to.be.lessThan(1.1 * 1024 * 1024)
    expect(consumer.lag()).to.deep.equal([
      { topic: topic.topic, partition: 0, next: 3_000n, highWatermark: 3_000n, isReading: true },
    ])
  })

  it('skips aborted transactions and their markers without a gap between batches', async () => {
    const topic = await openTopic(1)
    const client = openKafkajs(topic.connection)
    const producer = client.kafka.producer({ transactionalId: topic.topic, maxInFlightRequests: 1, idempotent: true })
    await producer.connect()
    const transact = async (value: string, end: 'commit' | 'abort') => {
      const transaction = await producer.transaction()
      await transaction.send({ topic: topic.topic, messages: [{ partition: 0, key: 'a', value }] })
      await transaction[end]()
    }
    const consumer = topic.consume()
    await transact('kept 1', 'commit')
    await transact('dropped', 'abort')
    await until('everything', () => consumer.lag()[0]?.next === 4n)
    await transact('dropped', 'abort')
    await until('the lone marker', () => consumer.lag()[0]?.next === 6n)
    await transact('kept 2', 'commit')
    await until('the last marker', () => consumer.lag()[0]?.next === 8n)
    await producer.disconnect()
    client.abort()
    expect(consumer.values(0)).to.deep.equal(['kept 1', 'kept 2'])
    const { batches } = consumer
    expect(batches.map((batch) => batch.from)).to.deep.equal([0n, ...batches.slice(0, -1).map((batch) => batch.next)])
  })

  it('holds a batch that was not applied, and delivers it again after the next start', async () => {
    const topic = await openTopic(2)
    await topic.send([...numbered(2, 0), ...numbered(1, 1)])
    let isAway = true
    const consumer = topic.consume({
      onBatch: async ({ partition }, { hold }) => {
        if (isAway && partition === 0) hold()
      },
    })
    await until('the held batch', () =>
      consumer.lag().find((lag) => lag.partition === 0 && !lag.isReading && lag.next !== null),
    )
    await topic.send(numbered(1, 1))
    await until('the other partition', () => consumer.values(1).length === 2)
    expect(consumer.values(0)).to.deep.equal(['0', '1'])
    isAway = false
    consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 0n)
    await until('the batch again', () => consumer.values(0).length === 4)
    expect(consumer.values(0)).to.deep.equal(['0', '1', '0', '1'])
  })

  it('drops fetched records when a partition is started at another offset', async () => {
    const topic = await openTopic(1)
    await topic.send(numbered(10))
    let again = true
    const current: boolean[] = []
    const consumer = topic.consume({
      onBatch: async (_, { isCurrent }) => {
        if (!again) return
        again = false
        consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 4n)
        current.push(isCurrent())
      },
    })
    await until('the records from there', () => consumer.values(0).length === 16)
    expect(consumer.values(0)).to.deep.equal([...texts(10), ...texts(10).slice(4)])
    expect(current).to.deep.equal([false])
  })

  it('pauses and resumes a partition at the same offset', async () => {
    const topic = await openTopic(2)
    const topicPartition = { topic: topic.topic, partition: 0 }
    const consumer = topic.consume()
    await topic.send([...numbered(1, 0), ...numbered(1, 1)])
    await until('both', () => consumer.values(0).length === 1 && consumer.values(1).length === 1)
    consumer.pause(topicPartition)
    await topic.send([{ partition: 0, key: 'a', value: 'later' }, ...numbered(1, 1)])
    await until('the other partition', () => consumer.values(1).length === 2)
    await topic.send(numbered(1, 1))
    await until('the other partition again', () => consumer.values(1).length === 3)
    expect(consumer.values(0)).to.deep.equal(['0'])
    consumer.resume(topicPartition)
    await until('the paused one', () => consumer.values(0).length === 2)
    expect(consumer.values(0)).to.deep.equal(['0', 'later'])
  })

  it('processes partitions concurrently, and the batches of one partition one after the other', async () => {
    const topic = await openTopic(2)
    await topic.send([...numbered(1, 0), ...numbered(1, 1)])
    const busy = new Set<number>()
    let most = 0
    let overlaps = 0
    const both = Promise.withResolvers<void>()
    const consumer = topic.consume({
      concurrency: 2,
      onBatch: async ({ partition }) => {
        if (busy.has(partition)) overlaps += 1
        busy.add(partition)
        most = Math.max(most, busy.size)
        if (most === 2) both.resolve()
        await both.promise
        busy.delete(partition)
      },
    })
    await until('both partitions', () => consumer.values(0).length + consumer.values(1).length === 2 && busy.size === 0)
    await topic.send([...numbered(5, 0), ...numbered(5, 1)])
    await until('the rest', () => consumer.values(0).length + consumer.values(1).length === 12 && busy.size === 0)
    expect([most, overlaps]).to.deep.equal([2, 0])
  })

  it('stops on an error of the handler, and does not retry the batch', async () => {
    const topic = await openTopic(1)
    await topic.send(numbered(1))
    const mistake = new Error('an error of the handler')
    const consumer = topic.consume({ onBatch: () => Promise.reject(mistake) })
    await until('the crash', () => consumer.crashes.length > 0)
    expect(consumer.crashes).to.deep.equal([mistake])
    expect(consumer.batches).to.have.length(1)
    expect(consumer.revoked).to.have.length(1)
  })

  it('stops on an error of the claim', async () => {
    const topic = await openTopic(1)
    const mistake = new Error('an error of the claim')
    const consumer = topic.consume({ onAssigned: () => Promise.reject(mistake) })
    await until('the crash', () => consumer.crashes.length > 0)
    expect(consumer.crashes).to.deep.equal([mistake])
  })

  it('stops on an error of the broker that cannot be retried', async () => {
    const topic = await openTopic(1)
    const belowTheLimitOfTheBroker = 1_000
    const consumer = topic.consume({ sessionTimeoutMs: belowTheLimitOfTheBroker })
    const crash = await until('the crash', () => consumer.crashes[0])
    expect(String(crash)).to.match(/session timeout/)
    expect(consumer.assignments).to.deep.equal([])
  })

  it('waits for a topic that does not exist yet', async () => {
    const other = await openTopic(1)
    const topic = `${other.topic}-later`
    const consumer = other.consume({ topics: [topic] })
    await until('an answer', () => other.warnings.some((message) => /joining again/.test(message)))
    await createTopics(other.connection, {
      topics: [{ name: topic, partitions: 1, retentionMs: -1, maxMessageBytes: 1e6 }],
    })
    await until('the assignment', () => consumer.assignments.length === 1)
    expect(consumer.assignments[0]?.partitions).to.deep.equal([{ topic, partition: 0 }])
    expect(consumer.crashes).to.deep.equal([])
    await consumer.stop()
    await withAdmin(other.connection, (admin) => admin.deleteTopics({ topics: [topic] }))
  })

  it('waits on stop for the running batch, and signals to it that it is no longer current', async () => {
    const topic = await openTopic(1)
    await topic.send(numbered(1))
    const asked = Promise.withResolvers<void>()
    const seen: boolean[] = []
    const consumer = topic.consume({
      onBatch: async (_, { isCurrent }) => {
        seen.push(isCurrent())
        asked.resolve()
        await until('the end', () => !isCurrent())
        seen.push(isCurrent())
      },
    })
    await asked.promise
    await consumer.stop()
    expect(seen).to.deep.equal([true, false])
    expect(consumer.assignments[0]?.signal.aborted).to.equal(true)
    expect(consumer.assignments[0]?.start({ topic: topic.topic, partition: 0 }, 0n)).to.equal(false)
    expect(consumer.revoked).to.deep.equal([[{ topic: topic.topic, partition: 0 }]])
  })

  it('commits offsets, and returns the end offsets of partitions', async () => {
    const topic = await openTopic(2)
    await topic.send(numbered(3, 1))
    const consumer = topic.consume()
    await until('the records', () => consumer.lag().find((lag) => lag.next === 3n))
    await consumer.commit([{ topic: topic.topic, partition: 1, offset: 3n }])
    const published = await withAdmin(topic.connection, (admin) =>
      admin.fetchOffsets({ groupId: topic.topic, topics: [topic.topic] }),
    )
    const offsets = published[0]?.partitions.map(({ partition, offset }) => [partition, offset])
    expect(offsets).to.have.deep.members([
      [0, '-1'],
      [1, '3'],
    ])
    const ends = [
      { topic: topic.topic, partition: 0, low: 0n, high: 0n },
      { topic: topic.topic, partition: 1, low: 0n, high: 3n },
    ]
    expect(await topic.connection.endOffsets([topic.topic])).to.have.deep.members(ends)
    expect(consumer.lastContactAt()).to.be.closeTo(Date.now(), 10_000)
  })
})
