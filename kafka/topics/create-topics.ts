import { setTimeout as delay } from 'node:timers/promises'
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import type { KafkaConnection } from '../kafkajs/connect.ts'
import { isTransient } from '../kafkajs/is-transient.ts'
import { withAdmin } from '../kafkajs/with-admin.ts'
import { configValues, copiesByDefault, doubtsAbout, minInsyncFor } from './topic-copies.ts'
import type { TopicSettings } from './topic-table.ts'

const { KafkaJSAggregateError } = kafkajs

const LEADERS_MS = 30_000
const POLL_MS = 100
const BROKER_DEFAULT = -1

type Options = {
  topics: TopicSettings[]
  /** Copies of each partition; -1, the default, takes the broker's `default.replication.factor`. */
  replicationFactor?: number
}

/** `copies` is null where it is the broker's secret how many there will be: then its `min.insync.replicas` counts too. */
function wanted(topic: TopicSettings, replicationFactor: number, copies: number | null): ITopicConfig {
  const minInsync = copies === null ? null : minInsyncFor(copies)
  const settings = {
    ...(minInsync !== null && { 'min.insync.replicas': String(minInsync) }),
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

interface CreatedTopics {
  /** Of each topic by its name: operators may have made it with more than was asked for. */
  partitions: Map<string, number>
  doubts: string[]
}

type Found = { partitions: number; copies: number; settings: Map<string, string> }

/** What the brokers say of each topic that has a leader for all of its partitions. */
async function found(admin: Admin, topics: string[]): Promise<Map<string, Found>> {
  const metadata = await admin.fetchTopicMetadata({ topics })
  const settings = await configValues(admin, topics, ['cleanup.policy', 'min.insync.replicas'])
  const led = metadata.topics.filter((topic) => topic.partitions.every((partition) => partition.leader >= 0))
  return new Map(
    led.map(({ name, partitions }) => {
      const copies = Math.min(...partitions.map(({ replicas }) => replicas.length))
      return [name, { partitions: partitions.length, copies, settings: settings.get(name) ?? new Map() }]
    }),
  )
}

/** Asks until all partitions have a leader and each broker that is asked knows the topics: one has just made them. */
async function foundAll(admin: Admin, topics: string[]): Promise<Map<string, Found>> {
  const deadline = Date.now() + LEADERS_MS
  for (;;) {
    const known = await found(admin, topics).catch((error: unknown) => {
      if (!isTransient(error)) throw error
      return new Map<string, Found>()
    })
    if (known.size === topics.length) return known
    if (Date.now() > deadline) {
      const missing = topics.filter((name) => !known.has(name))
      throw new Error(`no leader after ${LEADERS_MS / 1000} s for ${missing.join(', ')}: are all Kafka brokers up?`)
    }
    await delay(POLL_MS)
  }
}

function faultsOf({ name, partitions }: TopicSettings, { partitions: has, settings }: Found): string[] {
  const tooFew = `topic ${name} has ${has} partitions and needs ${partitions}: recreate it (adding some would move keys)`
  const compacted = `topic ${name} is compacted, which loses history: set its cleanup.policy to delete`
  return [
    ...(has < partitions ? [tooFew] : []),
    ...(settings.get('cleanup.policy')?.includes('compact') ? [compacted] : []),
  ]
}

/** What must not be so, and what an operator should know. */
async function look(admin: Admin, topics: TopicSettings[], wanted: number | null) {
  const known = await foundAll(
    admin,
    topics.map(({ name }) => name),
  )
  const pairs = topics.flatMap((topic) => {
    const of = known.get(topic.name)
    return of ? [{ topic, of }] : []
  })
  return {
    partitions: new Map(pairs.map(({ topic, of }) => [topic.name, of.partitions])),
    faults: pairs.flatMap(({ topic, of }) => faultsOf(topic, of)),
    doubts: pairs.flatMap(({ topic: { name }, of: { copies, settings } }) =>
      doubtsAbout({ name, copies, minInsync: Number(settings.get('min.insync.replicas') ?? 1), wanted }),
    ),
  }
}

/**
 * Creates the topics that are missing and waits until each partition has a leader. Running it again, or in several
 * processes at once, changes nothing; existing topics are not altered but checked.
 * @returns how many partitions each topic has, and a line for each that could lose confirmed records, or refuse them, when a
 * broker is lost
 * @throws Error naming each topic that has too few partitions or is compacted, and what to do.
 */
export async function createTopics(connection: KafkaConnection, options: Options): Promise<CreatedTopics> {
  const { topics, replicationFactor = BROKER_DEFAULT } = options
  const { faults, ...created } = await withAdmin(connection, async (admin) => {
    const copies = replicationFactor === BROKER_DEFAULT ? await copiesByDefault(admin) : replicationFactor
    const existing = new Set(await admin.listTopics())
    const missing = topics
      .filter((topic) => !existing.has(topic.name))
      .map((topic) => wanted(topic, replicationFactor, copies))
    if (missing.length > 0) await create(admin, missing)
    return look(admin, topics, copies)
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return created
}
