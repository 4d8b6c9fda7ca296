import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { KafkaSendError, type Producer } from '../../../kafka/producer.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { type OwnBroker, startOwnBroker } from '../../kafka/own-broker.ts'
import { describePort, type TestTopic } from '../../kafka/with-kafka.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { until } from '../../support/until.ts'

/** Session timeout of the embedded broker, after which its controller takes its partitions away. */
const SESSION_MS = 3000

describePort('while the broker is down', ({ openTopic }) => {
  let broker: OwnBroker
  let topic: TestTopic

  before(async () => {
    broker = await startOwnBroker()
  })
  after(() => broker.remove())

  beforeEach(async () => {
    topic = await openTopic(1, broker.address)
  })
  const failed = (error: unknown) => {
    if (error instanceof KafkaSendError) return error
    throw error
  }
  const sendOne = async (producer: Producer, value: string) => {
    const record = { topic: topic.topic, key: 'a', value }
    const isSent = () =>
      producer.send([record]).then(
        () => true,
        (error: unknown) => !failed(error).retriable,
      )
    await until(`the confirmation of ${value}`, isSent)
  }

  it('a consumer and a producer wait until the broker is back', async () => {
    await broker.stop()
    const producer = topic.connection.createProducer({ timeoutMs: 1_000 })
    const consumer = topic.consume()
    const error = await producer.send([{ topic: topic.topic, key: 'a', value: 'early' }]).catch(failed)
    expect(error).to.include({ retriable: true, confirmed: 0 })
    await broker.start()
    await sendOne(producer, 'late')
    await until('the record', () => consumer.values(0).includes('late'))
    expect(consumer.values(0)).to.deep.equal(['late'])
    expect(consumer.crashes).to.deep.equal([])
    await producer.disconnect()
  })

  it('each administrative call fails within 20 s with the reason', async () => {
    await broker.stop()
    const tookMs = stopwatch()
    const messageOf = (error: Error) => error.message
    const topics = [{ name: topic.topic, partitions: 1, retentionMs: -1, maxMessageBytes: 1_048_588 }]
    const [created, ids] = await Promise.all([
      createTopics(topic.connection, { topics }).then(() => 'created', messageOf),
      topic.connection.topicIds([topic.topic]).then(() => 'answered', messageOf),
    ])
    expect([created, ids].join())
      .to.match(/connect/i)
      .and.not.contain('created')
      .and.not.contain('answered')
    expect(tookMs()).to.be.lessThan(20_000)
    await broker.start()
  })

  it('end offsets are requested again while a broker that lost its session does not lead its partitions yet', async () => {
    await broker.suspend()
    const asked = Array.from({ length: 20 }, () =>
      topic.connection.untilLed(() => topic.connection.endOffsets([topic.topic])),
    )
    const sinceMs = stopwatch()
    await until('the end of its session', () => sinceMs() > 2 * SESSION_MS)
    broker.resume()
    for (const ends of await Promise.all(asked)) expect(ends).to.have.length(1)
  })

  it('a send to a suspended broker fails in time, and later sends are delivered', async () => {
    const producer = topic.connection.createProducer({ timeoutMs: 2_000 })
    await sendOne(producer, 'one')
    await broker.suspend()
    const [begun, tookMs] = [Date.now(), stopwatch()]
    const sends = ['two', 'three'].map((value) =>
      producer.send([{ topic: topic.topic, key: 'a', value }]).catch(failed),
    )
    for (const error of await Promise.all(sends)) expect(error).to.include({ retriable: true, confirmed: 0 })
    expect(Date.now() - begun).to.be.at.least(1900)
    expect(tookMs()).to.be.below(3500)
    broker.resume()
    await sendOne(producer, 'four')
    await sendOne(producer, 'five')
    const consumer = topic.consume()
    await until('the last record', () => consumer.values(0).includes('five'))
    const certain = consumer.values(0).filter((value) => value !== 'two' && value !== 'three')
    expect(certain).to.deep.equal(['one', 'four', 'five'])
    await producer.disconnect()
  })

  it('a consumer waits for a suspended broker that still accepts connections', async () => {
    await topic.send([{ key: 'a', value: 'there' }])
    await broker.suspend()
    const consumer = topic.consume()
    await until('the first attempt to fail', () => topic.warnings.some((message) => /joining again/.test(message)))
    broker.resume()
    await until('the record', () => consumer.values(0).length === 1)
    expect(consumer.crashes).to.deep.equal([])
  })

  it('a consumer resumes at its offset after a broker was killed and after it was suspended', async () => {
    const producer = topic.connection.createProducer({ timeoutMs: 2_000 })
    let next = 0n
    const consumer = topic.consume({
      sessionTimeoutMs: 6_000,
      onAssigned: ({ partitions, start }) => {
        for (const assigned of partitions) start(assigned, next)
      },
      onBatch: async (batch) => {
        next = batch.next
      },
    })
    await sendOne(producer, 'before')
    await until('the first record', () => next === 1n)
    await broker.kill()
    await broker.start()
    await sendOne(producer, 'killed')
    await until('the record after the kill', () => next === 2n)
    await broker.suspend()
    const begun = Date.now()
    await until('the session timeout', () => Date.now() - begun > 9_000)
    broker.resume()
    await sendOne(producer, 'suspended')
    await until('the last record', () => next === 3n)
    expect(consumer.values(0)).to.deep.equal(['before', 'killed', 'suspended'])
    expect(consumer.crashes).to.deep.equal([])
    await producer.disconnect()
  })

  it('a batch that was damaged on the disk of the broker stops its partition', async () => {
    await topic.send([{ key: 'a', value: 'whole' }], { compression: 'none' })
    await topic.send([{ key: 'a', value: 'damaged' }], { compression: 'none' })
    await broker.stop()
    const folder = join(broker.logFolder, `${topic.topic}-0`)
    const segment = join(folder, readdirSync(folder).find((name) => name.endsWith('.log')) ?? '')
    const bytes = readFileSync(segment)
    bytes.write('DAMAGED', bytes.indexOf('damaged'))
    writeFileSync(segment, bytes)
    await broker.start()
    const consumer = topic.consume()
    const report = await until('the report', () => consumer.batches.find((batch) => batch.undecodable))
    expect(report.undecodable).to.deep.equal({ offset: 1n, reason: 'the checksum of the record batch does not match' })
    expect(consumer.values(0)).to.deep.equal(['whole'])
  })
})
