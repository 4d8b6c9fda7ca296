import { expect } from 'chai'
import { openKafkajs } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort, type TestTopic } from './with-kafka.ts'

type Sent = { partition: number; key: string | Buffer; value: string }

/** Sends records in a transaction with a producer of kafkajs, and commits or aborts it. */
async function transact(topic: TestTopic, end: 'commit' | 'abort', records: Sent[]): Promise<void> {
  const transaction = await begin(topic)
  await transaction.send(records)
  await transaction.end(end)
}

let serial = 0

async function begin(topic: TestTopic) {
  const client = openKafkajs(topic.connection)
  serial += 1
  const settings = { idempotent: true, maxInFlightRequests: 1, transactionalId: `${topic.topic}-${serial}` }
  const producer = client.kafka.producer(settings)
  await producer.connect()
  const transaction = await producer.transaction()
  return {
    send: (messages: Sent[]) => transaction.send({ topic: topic.topic, messages }),
    async end(how: 'commit' | 'abort') {
      await transaction[how]()
      await producer.disconnect()
      client.abort()
    },
  }
}

describePort('a transaction', ({ openTopic }) => {
  const next = (consumer: ReturnType<TestTopic['consume']>) =>
    consumer.lag().find(({ partition }) => partition === 0)?.next

  for (const end of ['commit', 'abort'] as const) {
    it(`leaves no lag at the end of a partition: ${end}`, async () => {
      const topic = await openTopic(1)
      const consumer = topic.consume()
      await topic.send([{ partition: 0, key: 'a', value: 'before' }])
      await transact(topic, end, [{ partition: 0, key: 'a', value: 'within' }])
      // Offsets 0 to 2 are a record before the transaction, one within it, and the marker of its end.
      await until('the end', () => next(consumer) === 3n)
      expect(consumer.values(0)).to.deep.equal(end === 'commit' ? ['before', 'within'] : ['before'])
      // The consumer delivers a batch for the marker, because readers that store their own offsets need its offset.
      await until('the last offset', () => consumer.batches.at(-1)?.next === 3n)
    })
  }

  it('is not read when it was aborted, even if it overlaps with others or a fetch starts within it', async () => {
    const topic = await openTopic(1)
    const [first, second] = [await begin(topic), await begin(topic)]
    // The second transaction starts after the first and ends before it. A key of four zero bytes looks like a marker.
    await first.send([{ partition: 0, key: Buffer.alloc(4), value: 'aborted 0' }])
    await second.send([{ partition: 0, key: Buffer.alloc(4), value: 'aborted 1' }])
    await first.send([{ partition: 0, key: Buffer.alloc(4), value: 'aborted 2' }])
    await second.send([{ partition: 0, key: 'b', value: 'aborted 3' }])
    await topic.send([{ partition: 0, key: 'c', value: 'kept 4' }])
    await second.end('abort')
    await first.send([{ partition: 0, key: 'a', value: 'aborted 6' }])
    await first.end('abort')
    await topic.send([{ partition: 0, key: 'c', value: 'kept 8' }])
    const consumer = topic.consume()
    await until('the end', () => next(consumer) === 9n)
    expect(consumer.values(0)).to.deep.equal(['kept 4', 'kept 8'])
    const assignment = consumer.assignments.at(-1)
    for (let from = 1n; from <= 8n; from += 1n) {
      const before = consumer.values(0).length
      assignment?.start({ topic: topic.topic, partition: 0 }, from)
      const wanted = from <= 4n ? ['kept 4', 'kept 8'] : ['kept 8']
      await until('the end again', () => consumer.values(0).length >= before + wanted.length && next(consumer) === 9n)
      expect(consumer.values(0).slice(before), `from ${from}`).to.deep.equal(wanted)
    }
  })
})
