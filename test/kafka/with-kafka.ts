import { randomUUID } from 'node:crypto'
import type {
  Assignment,
  ConsumerOptions,
  Gap,
  RecordBatch,
  RunningConsumer,
  TopicPartition,
} from '../../kafka/consumer.ts'
import { connectKafka, type KafkaConnection } from '../../kafka/kafkajs/connect.ts'
import { runConsumer } from '../../kafka/kafkajs/consumer/run-consumer.ts'
import type { Log } from '../../kafka/kafkajs/log.ts'
import { connectProducer, type ProducerOptions } from '../../kafka/kafkajs/producer/create-producer.ts'
import { withAdmin } from '../../kafka/kafkajs/with-admin.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { parseEnvironment } from '../../schemas/environment.ts'

const nothing = () => {}

function logOf(warnings: string[]): Log {
  const warn = (_: object, message: string) => void warnings.push(message)
  return { debug: nothing, info: nothing, warn, error: warn }
}

/** The brokers of the tests, or others; KAFKA_BROKERS is read late, as it may only be set when the tests start. */
export function connectTestKafka(brokers?: string, log = logOf([])): KafkaConnection {
  return connectKafka(parseEnvironment({ ...process.env, ...(brokers && { KAFKA_BROKERS: brokers }) }), 'test', log)
}

/** What one consumer was told, in order. Partitions are started at 0 as soon as they are assigned, unless told otherwise. */
export type Watched = RunningConsumer & {
  assignments: Assignment[]
  revoked: (readonly TopicPartition[])[]
  batches: RecordBatch[]
  gaps: Gap[]
  crashes: unknown[]
  /** Values of the records of one partition, as text. */
  values(partition: number): (string | undefined)[]
}

const opened: (() => Promise<void>)[] = []

/** Ends the consumers and deletes the topics of a test, also of one that failed. */
export async function closeTopics(): Promise<void> {
  await Promise.all(opened.splice(0).map((close) => close()))
}

/** A topic of its own for a test, with what it takes to fill and read it. */
export async function openTopic(partitions: number, brokers?: string) {
  const warnings: string[] = []
  const connection = connectTestKafka(brokers, logOf(warnings))
  const topic = `test-${randomUUID()}`
  await createTopics(connection, { topics: [{ name: topic, partitions, retentionMs: -1, maxMessageBytes: 1_048_588 }] })
  const consumers: RunningConsumer[] = []

  const send = async (records: Omit<OutgoingRecord, 'topic'>[], options?: ProducerOptions) => {
    const producer = connectProducer(connection, options)
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
    const consumer = runConsumer({
      connection,
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
  opened.push(close)
  return { topic, connection, warnings, send, consume }
}
export type TestTopic = Awaited<ReturnType<typeof openTopic>>
