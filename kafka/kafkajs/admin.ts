import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import { closeWithin } from '../../process/close-within.ts'
import type { EndOffsets } from '../consumer.ts'
import type { NewTopic, Settings, TopicAdmin } from '../topic-admin.ts'
import type { Clients } from './open-client.ts'

const { ConfigResourceTypes, ConfigSource, KafkaJSAggregateError } = kafkajs
const TOPIC = ConfigResourceTypes.TOPIC
const CLOSE_MS = 2_000

/**
 * Runs one task over its own administrative connection, which takes about 10 ms to open.
 * @throws the error of kafkajs, after a few retries
 */
export async function withAdmin<T>(clients: Clients, task: (admin: Admin) => Promise<T>): Promise<T> {
  const client = clients.open()
  const admin = client.kafka.admin()
  try {
    await admin.connect()
    return await task(admin)
  } finally {
    await closeWithin(CLOSE_MS, () => admin.disconnect())
    client.abort()
  }
}

/** @throws the error of kafkajs when the brokers are unavailable or a topic does not exist */
export async function endOffsets(clients: Clients, topics: readonly string[]): Promise<EndOffsets[]> {
  return withAdmin(clients, async (admin) => {
    const found: EndOffsets[] = []
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        found.push({ topic, partition, low: BigInt(low), high: BigInt(high) })
      }
    }
    return found
  })
}

/** Implements the administrative part of the port with kafkajs. */
export function topicAdmin(admin: Admin): TopicAdmin {
  return {
    listTopics: () => admin.listTopics(),
    describeTopics: async (names) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [...names] })
      return topics.map(({ name, partitions }) => ({
        name,
        partitions: partitions.length,
        replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        hasLeaders: partitions.every(({ leader }) => leader >= 0),
      }))
    },
    createTopics: (topics) => createTopics(admin, topics),
    deleteTopics: (names) => admin.deleteTopics({ topics: [...names] }),
    settings: async (topics, names) => {
      const resources = topics.map((name) => ({ type: TOPIC, name, configNames: [...names] }))
      const described = await admin.describeConfigs({ resources, includeSynonyms: false })
      return new Map(
        described.resources.map(({ resourceName, configEntries }) => [resourceName, valuesOf(configEntries)]),
      )
    },
    overriddenSettings: async (topic) => {
      const described = await admin.describeConfigs({
        resources: [{ type: TOPIC, name: topic }],
        includeSynonyms: false,
      })
      const entries = described.resources.flatMap(({ configEntries }) => configEntries)
      return valuesOf(entries.filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG))
    },
    replaceSettings: async (topic, settings) => {
      const resources = [{ type: TOPIC, name: topic, configEntries: entriesOf(settings) }]
      await admin.alterConfigs({ validateOnly: false, resources })
    },
    defaultReplicationFactor: () => defaultReplicationFactor(admin).catch(() => null),
    offsetsSince: async (topic, timestamp) => {
      const offsets = await admin.fetchTopicOffsetsByTimestamp(topic, timestamp)
      return new Map(offsets.map(({ partition, offset }) => [partition, BigInt(offset)]))
    },
    deleteRecordsBefore: async (topic, offsets) => {
      const partitions = [...offsets].map(([partition, offset]) => ({ partition, offset: String(offset) }))
      // kafkajs knows the leaders of a topic only after another request about it.
      await admin.fetchTopicOffsets(topic)
      await admin.deleteTopicRecords({ topic, partitions })
    },
    deleteGroup: async (groupId) => void (await admin.deleteGroups([groupId])),
  }
}

function valuesOf(entries: readonly { configName: string; configValue: string }[]): Settings {
  return new Map(entries.map(({ configName, configValue }) => [configName, configValue]))
}

function entriesOf(settings: Iterable<readonly [string, string]>): { name: string; value: string }[] {
  return [...settings].map(([name, value]) => ({ name, value }))
}

/**
 * A topic that another process has created first is not an error. kafkajs ignores such topics too, but hides which
 * topic any other error belongs to, so the errors are examined here.
 */
async function createTopics(admin: Admin, topics: readonly NewTopic[]): Promise<void> {
  const configs = topics.map(({ name, partitions, replicationFactor, settings }): ITopicConfig => {
    const configEntries = entriesOf(Object.entries(settings))
    return { topic: name, numPartitions: partitions, replicationFactor, configEntries }
  })
  try {
    await admin.createTopics({ topics: configs, waitForLeaders: false })
  } catch (error) {
    if (!(error instanceof KafkaJSAggregateError)) throw error
    const faults = error.errors.map((fault): { type?: string; topic?: string; message: string } =>
      fault instanceof Error ? fault : { message: fault },
    )
    const refused = faults.filter((fault) => fault.type !== 'TOPIC_ALREADY_EXISTS')
    if (refused.length > 0)
      throw new Error(refused.map((fault) => `topic ${fault.topic} was not created: ${fault.message}`).join('\n'))
  }
}

async function defaultReplicationFactor(admin: Admin): Promise<number | null> {
  const { brokers } = await admin.describeCluster()
  const name = String(brokers[0]?.nodeId)
  const resource = { type: ConfigResourceTypes.BROKER, name, configNames: ['default.replication.factor'] }
  const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false })
  return Number(resources[0]?.configEntries[0]?.configValue) || null
}
