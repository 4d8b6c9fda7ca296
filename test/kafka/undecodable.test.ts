import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { sendRubbish } from '../support/events/send-rubbish.ts'
import { openKafkajs } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort, type TestTopic } from './with-kafka.ts'

/** Sends a batch of two records that brokers accept but no client can decode. */
async function sendUndecodable({ topic, connection }: TestTopic, partition: number): Promise<void> {
  const client = openKafkajs(connection)
  const producer = client.kafka.producer()
  await producer.connect()
  const messages = ['lost 1', 'lost 2'].map((value) => ({ partition, key: 'a', value }))
  await sendRubbish(() => producer.send({ topic, messages, compression: kafkajs.CompressionTypes.LZ4 }))
  await producer.disconnect()
  client.abort()
}

describePort('a batch that cannot be decoded', ({ openTopic }) => {
  it('stops only its partition, after the records before it', async () => {
    const topic = await openTopic(2)
    await topic.send([{ partition: 0, key: 'a', value: 'before' }])
    await sendUndecodable(topic, 0)
    await topic.send([{ partition: 0, key: 'a', value: 'after' }])
    await topic.send([{ partition: 1, key: 'b', value: 'first' }])

    const consumer = topic.consume()
    const stopped = await until('the report', () => consumer.batches.find((batch) => batch.undecodable))
    expect(stopped).to.deep.include({ partition: 0, from: 1n, next: 1n, records: [] })
    expect(stopped.undecodable?.offset).to.equal(1n)
    expect(stopped.undecodable?.reason).to.be.a('string').and.not.contain('lost')
    expect(consumer.values(0)).to.deep.equal(['before'])

    await topic.send([{ partition: 1, key: 'b', value: 'second' }])
    await until('the other partition', () => consumer.values(1).includes('second'))
    expect(consumer.values(1)).to.deep.equal(['first', 'second'])
    expect(consumer.values(0)).to.deep.equal(['before'])
    expect(consumer.batches.filter((batch) => batch.undecodable)).to.have.length(1)
    expect(consumer.crashes).to.deep.equal([])
  })

  it('is reported again when the partition is started at it, and skipped when it is started after it', async () => {
    const topic = await openTopic(1)
    await sendUndecodable(topic, 0)
    await topic.send([{ partition: 0, key: 'a', value: 'after' }])
    const consumer = topic.consume()
    const reports = () => consumer.batches.filter((batch) => batch.undecodable)
    await until('the report', () => reports().length === 1)

    const assignment = consumer.assignments.at(-1)
    assignment?.start({ topic: topic.topic, partition: 0 }, 1n)
    await until('the second report', () => reports().length === 2)
    expect(reports().map((batch) => [batch.from, batch.undecodable?.offset])).to.deep.equal([
      [0n, 0n],
      [1n, 0n],
    ])

    assignment?.start({ topic: topic.topic, partition: 0 }, 2n)
    await until('the next record', () => consumer.values(0).length === 1)
    expect(consumer.values(0)).to.deep.equal(['after'])
  })
})
