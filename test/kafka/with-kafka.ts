import { randomUUID } from 'node:crypto'
import { kafkaSettings } from '../../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type {
  Assignment,
  ConsumerOptions,
  Gap,
  RecordBatch,
  RunningConsumer,
  TopicPartition,
} from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import type { ProducerOptions } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { adapters } from './adapters.ts'

const nothing = () => {}

function logOf(warnings: string[]): Log {
  const warn = (_: object, message: string) => void warnings.push(message)
  return { debug: nothing, info: nothing, warn, error: warn }
}

/** Everything that one consumer reported, in order. Partitions start at offset 0 unless the test starts them itself. */
export type Watched = RunningConsumer & {
  assignments: Assignment[]
  revoked: (readonly TopicPartition[])[]
  batches: RecordBatch[]
  gaps: Gap[]
  crashes: unknown[]
  /** The values of the records of one partition as text. */
  values(partition: number): (string | undefined)[]
}

type Connect = (brokers?: string, log?: Log) => KafkaConnection
type OpenTopic = (partitions: number, brokers?: string) => Promise<TestTopic>

/**
 * Describes what the port guarantees, once for each client that implements it. `connect` connects to the brokers of the
 * tests or to the given ones. The topics of `openTopic` are deleted after each test, even if it failed.
 */
export function describePort(title: string, suite: (kafka: { connect: Connect; openTopic: OpenTopic }) => void): void {
  for (const adapter of adapters) {
    describe(`${title} (${adapter.name})`, () => {
      const opened: TestTopic[] = []
      // The test servers set KAFKA_BROKERS after this file was loaded, so the variable is read when a test connects.
      const connect: Connect = (brokers, log = logOf([])) => {
        const environment = parseEnvironment({ ...process.env, ...(brokers && { KAFKA_BROKERS: brokers }) })
        return adapter.connect(kafkaSettings(environment, 'test'), log)
      }
      const openTopic: OpenTopic = async (partitions, brokers) => {
        const warnings: string[] = []
        const topic = await createTestTopic(connect(brokers, logOf(warnings)), partitions, warnings)
        opened.push(topic)
        return topic
      }
      suite({ connect, openTopic })
      afterEach(async () => {
        await Promise.all(opened.splice(0).map(({ close }) => close()))
      })
    })
  }
}

/** Creates a topic for one test, with functions that fill and read it. */
async function createTestTopic(connection: KafkaConnection, partitions: number, warnings: readonly string[]) {
  const topic = `test-${randomUUID()}`
  await createTopics(connection, { topics: [{ name: topic, partitions, retentionMs: -1, maxMessageBytes: 1_048_588 }] })
  const consumers: RunningConsumer[] = []

  const send = async (records: Omit<OutgoingRecord, 'topic'>[], options?: ProducerOptions) => {
    const producer = connection.createProducer(options)
    try {
      return await producer.send(records.map((record) => ({ topic, ...record })))
    } finally {
      await producer.disconnect()
    }
  }
  const consume = (options: Partial<ConsumerOptions> = {}): Watched => {
    const seen = { assignments: [], revoked: [], batches: [], gaps: [], crashes: [] } as Pick<
      Watched,
      'assignments' | 'revoked' | 'batches' | 'gaps' | 'crashes'
    >
    const consumer = connection.consume({
      groupId: topic,
      topics: [topic],
      gapPauseMs: 100,
      onGap: (gap) => seen.gaps.push(gap),
      onCrash: (error) => seen.crashes.push(error),
      ...options,
      onAssigned: (assignment) => {
        seen.assignments.push(assignment)
        if (options.onAssigned) return options.onAssigned(assignment)
        for (const partition of assignment.partitions) assignment.start(partition, 0n)
      },
      onRevoked: (revoked) => {
        seen.revoked.push(revoked)
        options.onRevoked?.(revoked)
      },
      onBatch: async (batch, control) => {
        seen.batches.push(batch)
        await options.onBatch?.(batch, control)
      },
    })
    consumers.push(consumer)
    const ofPartition = (partition: number) => seen.batches.filter((batch) => batch.partition === partition)
    const values = (partition: number) =>
      ofPartition(partition).flatMap((batch) => batch.records.map((record) => record.value?.toString()))
    return { ...consumer, ...seen, values }
  }
  const close = async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()))
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: [topic] }))
  }
  return { topic, connection, warnings, send, consume, close }
}
export type TestTopic = Awaited<ReturnType<typeof createTestTopic>>
