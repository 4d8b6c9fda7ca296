import { expect } from 'chai'
import kafkajs from 'kafkajs'
import type { Compression } from '../../kafka/producer.ts'
import { openKafkajs } from '../support/processes/kafkajs.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
import { describePort, type TestTopic } from './with-kafka.ts'

const { CompressionTypes } = kafkajs
const MIB = 1024 * 1024
/** The limit for the decompressed bytes of one fetch. A larger record is delivered alone. */
const MOST_HELD = 48 * MIB

/** Values that differ slightly, and compress to almost nothing. */
const valuesOf = (count: number, bytes: number) => Array.from({ length: count }, (_, at) => `${at} `.padEnd(bytes, 'x'))

function sizeOf(records: readonly { value: Buffer | null }[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
}

async function sendAll(topic: TestTopic, partition: number, values: readonly string[], compression: Compression) {
  // The producer of the port would split these records. Sent by kafkajs itself, they are one batch, as other clients
  // do.
  const client = openKafkajs(topic.connection)
  const producer = client.kafka.producer({ idempotent: false })
  await producer.connect()
  const type = compression === 'zstd' ? CompressionTypes.ZSTD : CompressionTypes.LZ4
  await producer.send({
    topic: topic.topic,
    compression: type,
    messages: values.map((value) => ({ partition, key: 'a', value })),
  })
  await producer.disconnect()
  client.abort()
}

describePort('batches that decompress to many times their size', ({ openTopic }) => {
  it('are read piece by piece, and no fetch keeps more than its limit in memory', async () => {
    const topic = await openTopic(3)
    const values = valuesOf(60, MIB)
    for (let partition = 0; partition < 3; partition += 1) await sendAll(topic, partition, values, 'zstd')
    const seen = new Map<number, string[]>()
    let held = 0
    let most = 0
    const consumer = topic.consume({
      concurrency: 3,
      async onBatch({ partition, records }) {
        held += sizeOf(records)
        most = Math.max(most, held)
        seen.set(partition, [
          ...(seen.get(partition) ?? []),
          ...records.map(({ value }) => String(value?.subarray(0, 4))),
        ])
        consumer.batches.length = 0
        // All batches of one fetch are in memory until this turn ends.
        await new Promise((resolve) => setImmediate(resolve))
        held -= sizeOf(records)
      },
    })
    await until('all of it', () => [...seen.values()].reduce((sum, some) => sum + some.length, 0) === 180, 240_000)
    const expected = values.map((value) => value.slice(0, 4))
    for (const [partition, some] of seen) expect(some, String(partition)).to.deep.equal(expected)
    expect(most).to.be.lessThanOrEqual(MOST_HELD + 2 * MIB)
    expect(consumer.crashes).to.deep.equal([])
  })

  it('count with the overhead of each record, so that no fetch keeps too many tiny records', async () => {
    const topic = await openTopic(1)
    const [batches, each] = [12, 5000]
    for (let batch = 0; batch < batches; batch += 1) await sendAll(topic, 0, valuesOf(each, 1), 'zstd')
    const sizes: number[] = []
    const consumer = topic.consume({
      async onBatch({ records }) {
        sizes.push(records.length)
        consumer.batches.length = 0
      },
    })
    await until('all of them', () => sizes.reduce((sum, size) => sum + size, 0) === batches * each)
    expect(Math.max(...sizes)).to.be.lessThanOrEqual(MOST_HELD / 1024)
    expect(consumer.crashes).to.deep.equal([])
  })

  it('deliver a record alone that is larger than the limit', async () => {
    const topic = await openTopic(2)
    await sendAll(topic, 0, ['before', 'y'.repeat(100 * MIB), 'behind'], 'zstd')
    await sendAll(topic, 1, ['beside'], 'zstd')
    const sizes: number[] = []
    const consumer = topic.consume({
      async onBatch({ partition, records }) {
        if (partition === 0) sizes.push(...records.map(({ value }) => value?.length ?? 0))
        if (records.some(({ value }) => (value?.length ?? 0) > MOST_HELD))
          expect(records.length).to.be.lessThanOrEqual(2)
      },
    })
    await until('both partitions', () => sizes.length === 3 && consumer.values(1).length === 1)
    expect(sizes).to.deep.equal([6, 100 * MIB, 6])
    expect(consumer.crashes).to.deep.equal([])
  })

  it('decode a record with 60,000 headers in less than 5 s', async () => {
    const topic = await openTopic(1)
    const headers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`h${at}`, 'x']))
    const consumer = topic.consume()
    await topic.send([{ partition: 0, key: 'a', value: 'few', headers: headers(10) }])
    await until('the first', () => consumer.values(0).length === 1)
    await topic.send([{ partition: 0, key: 'a', value: 'many', headers: headers(60_000) }])
    const watch = stopwatch()
    await until('the second', () => consumer.values(0).length === 2)
    expect(Object.keys(consumer.batches.at(-1)?.records.at(-1)?.headers ?? {})).to.have.length(60_000)
    expect(watch()).to.be.lessThan(5_000)
  })
})
