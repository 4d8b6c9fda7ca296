import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import { KafkaSendError } from '../../kafka/producer.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
import { describePort } from './with-kafka.ts'

const failed = (error: unknown) => {
  if (error instanceof KafkaSendError) return error
  throw error
}

describePort('the producer', ({ connect, openTopic }) => {
  it('keeps the order over many requests, and returns the partition and offset of each', async () => {
    const topic = await openTopic(2)
    const sent = Array.from({ length: 2_500 }, (_, at) => ({
      partition: at % 2,
      key: 'a',
      value: `${at} ${'x'.repeat(800)}`,
    }))
    const written = await topic.send(sent)
    expect(written.length).to.be.greaterThan(4)
    const zero = written.filter(({ partition }) => partition === 0).map(({ baseOffset }) => baseOffset)
    expect(zero[0]).to.equal(0n)
    expect(zero).to.deep.equal(zero.toSorted((a, b) => Number(a - b)))
    const consumer = topic.consume()
    await until('all records', () => consumer.values(0).length + consumer.values(1).length >= sent.length)
    for (const partition of [0, 1]) {
      const values = sent.filter((record) => record.partition === partition).map(({ value }) => value)
      expect(consumer.values(partition)).to.deep.equal(values)
    }
    for (const { partition, baseOffset, positions } of written)
      for (const [at, position] of positions.entries())
        expect(consumer.values(partition)[Number(baseOffset) + at]).to.equal(sent[position]?.value)
    expect(written.flatMap(({ positions }) => positions)).to.have.members([...sent.keys()])
  })

  it('reports a missing topic by name, not as unreachable brokers', async () => {
    const producer = connect().createProducer({ timeoutMs: 3000 })
    const topic = `test-${randomUUID()}`
    const error = await producer.send([{ topic, key: 'a', value: 'b' }]).then(() => null, failed)
    await producer.disconnect()
    expect(error?.message).to.contain(`Kafka is up and does not have ${topic}`)
  })

  it('accepts records of 900 KiB, several per call', async () => {
    const topic = await openTopic(1)
    const value = Buffer.alloc(900 * 1024, 'x')
    await topic.send(
      [1, 2, 3].map(() => ({ key: 'a', value })),
      { compression: 'none' },
    )
    const consumer = topic.consume()
    await until('all records', () => consumer.values(0).length === 3)
    expect(consumer.batches.flatMap((batch) => batch.records).every((record) => record.value?.equals(value))).to.equal(
      true,
    )
  })

  it('chooses the same partition of a key as the Java client', async () => {
    const topic = await openTopic(12)
    const keys = ['quillmere', 'tessaro', 'abc', 'Größe']
    const written = await topic.send(keys.map((key) => ({ key, value: key })))
    const partitions = written.map(({ partition }) => partition)
    expect(partitions).to.have.members([...new Set(keys.map((key) => bomPartition(key, 12)))])
  })

  it('reports that a record is too large, how many were confirmed before it, and that it cannot be retried', async () => {
    const topic = await openTopic(1)
    const tooLarge = { key: 'a', value: Buffer.alloc(1_200_000, 'x') }
    const small = { key: 'a', value: 'small' }
    const producer = topic.connection.createProducer({ compression: 'none' })
    const records = [small, small, tooLarge, small].map((record) => ({ topic: topic.topic, ...record }))
    const error = await producer.send(records).catch(failed)
    expect(error).to.include({ retriable: false, confirmed: 2 })
    expect(String(error)).to.match(/confirmed 2 of 4 records: .*larger/)
    await producer.send([{ topic: topic.topic, key: 'a', value: 'next' }])
    await producer.disconnect()
    const consumer = topic.consume()
    await until('the last record', () => consumer.values(0).includes('next'))
    expect(consumer.values(0)).to.deep.equal(['small', 'small', 'next'])
  })

  it('waits for a topic that does not exist only until its timeout', async () => {
    const producer = connect().createProducer({ timeoutMs: 700 })
    const [begun, tookMs] = [Date.now(), stopwatch()]
    const error = await producer.send([{ topic: 'test-that-does-not-exist', key: 'a', value: 'a' }]).catch(failed)
    expect(error).to.include({ retriable: true, confirmed: 0 })
    expect(Date.now() - begun).to.be.at.least(600)
    expect(tookMs()).to.be.below(1500)
    await producer.disconnect()
  })

  it('does not confirm a record for a partition that does not exist', async () => {
    const topic = await openTopic(1)
    const producer = topic.connection.createProducer({ timeoutMs: 700 })
    const records = [0, 7, 0].map((partition) => ({
      topic: topic.topic,
      partition,
      key: 'a',
      value: String(partition),
    }))
    const error = await producer.send(records).catch(failed)
    expect(error).to.include({ retriable: true, confirmed: 2 })
    expect(error)
      .to.have.property('unconfirmed')
      .that.deep.equals(new Set([1]))
    await producer.disconnect()
  })

  it('rejects records once it is closed', async () => {
    const topic = await openTopic(1)
    const producer = topic.connection.createProducer()
    const sent = producer.send([{ topic: topic.topic, key: 'a', value: 'a' }])
    await producer.disconnect()
    expect(await sent).to.have.length(1)
    const error = await producer.send([{ topic: topic.topic, key: 'a', value: 'b' }]).catch(failed)
    expect(error).to.include({ retriable: false, confirmed: 0 })
    expect(await producer.send([]).catch(failed)).to.be.instanceOf(KafkaSendError)
  })
})
