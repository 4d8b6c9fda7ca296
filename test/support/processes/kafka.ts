import { randomBytes } from 'node:crypto'
import kafkajs from 'kafkajs'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import type { KafkaRecord } from '../../../kafka/records.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { readTopic } from '../../../kafka/topics/read-topic.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { withAdmin } from './kafkajs.ts'

const { ConfigResourceTypes } = kafkajs

const nothing = () => undefined

/** A log that discards all lines. */
export const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** The variables of a new installation on the given brokers, with topics that no other test uses. */
export function freshTopics(brokers = process.env.KAFKA_BROKERS): {
  KAFKA_BROKERS: string
  KAFKA_TOPIC_PREFIX: string
} {
  return { KAFKA_BROKERS: brokers ?? '', KAFKA_TOPIC_PREFIX: `t${randomBytes(6).toString('hex')}.` }
}

/** Connects to Kafka, and creates the topics of an installation. */
export async function prepareTopics(variables: Record<string, string>) {
  const environment = parseEnvironment(variables)
  const connection = connectKafka(environment, 'test', quiet)
  const topics = topicTable(environment.KAFKA_TOPIC_PREFIX)
  await createTopics(connection, { topics: Object.values(topics) })
  return { environment, connection, topics }
}

/** All current records of a topic, in the order of each partition. */
export async function recordsOf(connection: KafkaConnection, topic: string) {
  const records: (KafkaRecord & { partition: number })[] = []
  await readTopic(connection, { topic, onRecord: (record) => void records.push(record) })
  return records
}

/** Sets the maximum size of a record in a topic, in bytes. */
export async function limitRecords(connection: KafkaConnection, topic: string, bytes: number): Promise<void> {
  await alterTopic(connection, topic, { 'max.message.bytes': String(bytes) })
}

/** Sets settings of a topic; all others get the default of the broker. */
export async function alterTopic(
  connection: KafkaConnection,
  topic: string,
  settings: Record<string, string>,
): Promise<void> {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }))
  const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic, configEntries }]
  await withAdmin(connection, (admin) => admin.alterConfigs({ validateOnly: false, resources }))
}
