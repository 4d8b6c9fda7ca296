import { setTimeout as delay } from 'node:timers/promises'
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import type { KafkaConnection } from './connect.ts'
import { isTransient } from './is-transient.ts'
import type { TopicSettings } from './topics.ts'
import { withAdmin } from './with-admin.ts'

const { ConfigResourceTypes, KafkaJSAggregateError } = kafkajs

const LEADERS_MS = 30_000
const POLL_MS = 100
const BROKER_DEFAULT = -1

type Options = {
  topics: TopicSettings[]
  /** Copies of each partition; -1, the default, takes the broker's `default.replication.factor`. */
  replicationFactor?: number
}

function wanted(topic: TopicSettings, replicationFactor: number): ITopicConfig {
  const settings = {
    'cleanup.policy': 'delete',
    'retention.ms': String(topic.retentionMs),
    'retention.bytes': '-1',
    'max.message.bytes': String(topic.maxMessageBytes),
  }
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }))
  return { topic: topic.name, numPartitions: topic.partitions, replicationFactor, configEntries }
}

/** That another process was faster is no error; kafkajs says so itself, but hides what any other error is about. */
async function create(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  try {
    await admin.createTopics({ topics, waitForLeaders: false })
  } catch (error) {
    if (!(error instanceof KafkaJSAggregateError)) throw error
    const faults = error.errors.map((fault): { type?: string; topic?: string; message: string } =>
      fault instanceof Error ? fault : { message: fault },
    )
    const real = faults.filter((fault) => fault.type !== 'TOPIC_ALREADY_EXISTS')
    if (real.length > 0)
      throw new Error(real.map((fault) => `topic ${fault.topic} was not created: ${fault.message}`).join('\n'))
  }
}
/** How many partitions each topic has, once all of them have a leader. */
async function partitionsWithLeaders(admin: Admin, topics: string[]): Promise<Map<string, number>> {
  const deadline = Date.now() + LEADERS_MS
  for (;;) {
    const found = await admin.fetchTopicMetadata({ topics }).catch((error: unknown) => {
      if (!isTransient(error)) throw error
      return { topics: [] }
    })
    const ready = found.topics.filter((topic) => topic.partitions.every((partition) => partition.leader >= 0))
    if (ready.length === topics.length) return new Map(ready.map((topic) => [topic.name, topic.partitions.length]))
    if (Date.now() > deadline) {
      const missing = topics.filter((name) => !ready.some((topic) => topic.name === name))
      throw new Error(`no leader after ${LEADERS_MS / 1000} s for ${missing.join(', ')}: are all Kafka brokers up?`)
    }
    await delay(POLL_MS)
  }
}

async function cleanupPolicies(admin: Admin, topics: string[]): Promise<Map<string, string>> {
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: ['cleanup.policy'] }))
  const described = await admin.describeConfigs({ resources, includeSynonyms: false })
  return new Map(
    described.resources.map((resource) => [resource.resourceName, resource.configEntries[0]?.configValue ?? '']),
  )
}

async function faultsOf(admin: Admin, topics: TopicSettings[]): Promise<string[]> {
  const names = topics.map((topic) => topic.name)
  const partitions = await partitionsWithLeaders(admin, names)
  const policies = await cleanupPolicies(admin, names)
  return topics.flatMap((topic) => {
    const has = partitions.get(topic.name) ?? 0
    const tooFew = `topic ${topic.name} has ${has} partitions and needs ${topic.partitions}: recreate it (adding some would move keys)`
    const compacted = `topic ${topic.name} is compacted, which loses history: set its cleanup.policy to delete`
    return [
      ...(has < topic.partitions ? [tooFew] : []),
      ...(policies.get(topic.name)?.includes('compact') ? [compacted] : []),
    ]
  })
}

/**
 * Creates the topics that are missing and waits until each partition has a leader. Running it again, or in several
 * processes at once, changes nothing; existing topics are not altered but checked.
 * @throws Error naming each topic that has too few partitions or is compacted, and what to do.
 */
export async function createTopics(connection: KafkaConnection, options: Options): Promise<void> {
  const { topics, replicationFactor = BROKER_DEFAULT } = options
  const faults = await withAdmin(connection, async (admin) => {
    const existing = new Set(await admin.listTopics())
    const missing = topics.filter((topic) => !existing.has(topic.name)).map((topic) => wanted(topic, replicationFactor))
    if (missing.length > 0) await create(admin, missing)
    return faultsOf(admin, topics)
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
