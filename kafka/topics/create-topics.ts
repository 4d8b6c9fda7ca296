import { setTimeout as delay } from 'node:timers/promises'
import type { KafkaConnection } from '../connection.ts'
import type { NewTopic, Settings, TopicAdmin, TopicDescription } from '../topic-admin.ts'
import type { TopicSettings } from './topic-table.ts'

const LEADERS_MS = 30_000
const POLL_MS = 100
const BROKER_DEFAULT = -1

type Options = {
  topics: TopicSettings[]
  /** Replicas of each partition. -1, the default, uses the broker's `default.replication.factor`. */
  replicationFactor?: number
}

interface CreatedTopics {
  /** Number of partitions by topic name. An operator may have created a topic with more than requested. */
  partitions: Map<string, number>
  /** One line for each topic that could lose or reject records when a broker fails. */
  warnings: string[]
}

/**
 * Creates missing topics and waits until each partition has a leader. Running it again, or concurrently in several
 * processes, changes nothing. Existing topics are checked, but not changed.
 * @throws Error that names each topic with too few partitions or with compaction, and what to do
 */
export async function createTopics(connection: KafkaConnection, options: Options): Promise<CreatedTopics> {
  const { topics, replicationFactor = BROKER_DEFAULT } = options
  const { faults, ...created } = await connection.withAdmin(async (admin) => {
    const copies = replicationFactor === BROKER_DEFAULT ? await admin.defaultReplicationFactor() : replicationFactor
    const existing = new Set(await admin.listTopics())
    const missing = topics.filter(({ name }) => !existing.has(name))
    if (missing.length > 0) await admin.createTopics(missing.map((topic) => newTopic(topic, replicationFactor, copies)))
    const found = await findAll(connection, admin, topics)
    return checked(topics, found, copies)
  })
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return created
}

/**
 * `copies` is the number of replicas, or null if only the broker knows it. Then the broker's `min.insync.replicas`
 * applies.
 */
function newTopic(topic: TopicSettings, replicationFactor: number, copies: number | null): NewTopic {
  const { name, partitions, retentionMs, maxMessageBytes } = topic
  const settings = {
    // Requires two replicas if one broker may be unavailable then, as during each restart. Otherwise the broker's
    // default of one applies.
    ...(copies !== null && copies >= 3 && { 'min.insync.replicas': '2' }),
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs),
    'retention.bytes': '-1',
    'max.message.bytes': String(maxMessageBytes),
  }
  return { name, partitions, replicationFactor, settings }
}

type Found = TopicDescription & { settings: Settings }

/**
 * Retries until all partitions have a leader and every broker that is asked knows the topics, which may just have been
 * created.
 */
async function findAll(
  connection: KafkaConnection,
  admin: TopicAdmin,
  topics: readonly TopicSettings[],
): Promise<Map<string, Found>> {
  const names = topics.map(({ name }) => name)
  for (const deadline = Date.now() + LEADERS_MS; ; await delay(POLL_MS)) {
    const found = await findLed(admin, names).catch((error: unknown) => {
      if (!connection.isTransient(error)) throw error
      return new Map<string, Found>()
    })
    if (found.size === names.length) return found
    if (Date.now() > deadline) {
      const missing = names.filter((name) => !found.has(name))
      throw new Error(`no leader after ${LEADERS_MS / 1000} s for ${missing.join(', ')}: are all Kafka brokers up?`)
    }
  }
}

/** Returns the brokers' description of each topic whose partitions all have a leader. */
async function findLed(admin: TopicAdmin, names: readonly string[]): Promise<Map<string, Found>> {
  const topics = await admin.describeTopics(names)
  const settings = await admin.settings(names, ['cleanup.policy', 'min.insync.replicas'])
  const led = topics.filter(({ hasLeaders }) => hasLeaders)
  return new Map(led.map((topic) => [topic.name, { ...topic, settings: settings.get(topic.name) ?? new Map() }]))
}

function checked(topics: readonly TopicSettings[], found: ReadonlyMap<string, Found>, copies: number | null) {
  const pairs = topics.flatMap((wanted) => {
    const topic = found.get(wanted.name)
    return topic ? [{ wanted, topic }] : []
  })
  return {
    partitions: new Map(pairs.map(({ topic }) => [topic.name, topic.partitions])),
    faults: pairs.flatMap(({ wanted, topic }) => faultsOf(wanted, topic)),
    warnings: pairs.flatMap(({ topic }) => warningsOf(topic, copies)),
  }
}

function faultsOf({ name, partitions }: TopicSettings, topic: Found): string[] {
  const tooFew = `topic ${name} has ${topic.partitions} partitions and needs ${partitions}: recreate it (adding some would move keys)`
  const compacted = `topic ${name} is compacted, which loses history: set its cleanup.policy to delete`
  return [
    ...(topic.partitions < partitions ? [tooFew] : []),
    ...(topic.settings.get('cleanup.policy')?.includes('compact') ? [compacted] : []),
  ]
}

/**
 * Returns warnings for operators about a topic's replicas. A topic that is meant to have one replica gets no warnings.
 */
function warningsOf({ name, replicas, settings }: Found, wanted: number | null): string[] {
  const minInsync = Number(settings.get('min.insync.replicas') ?? 1)
  const copies = `topic ${name} has ${replicas === 1 ? '1 copy' : `${replicas} copies`}`
  const warnings: string[] = []
  if (wanted !== null && replicas < wanted)
    warnings.push(`${copies} and should have ${wanted}: reassign its partitions`)
  if (replicas >= 3 && minInsync < 2)
    warnings.push(
      `${copies} and confirms records that only one of them has, so they can be lost with one broker: set its min.insync.replicas to 2`,
    )
  if (minInsync > 1 && minInsync >= replicas)
    warnings.push(
      `${copies} and min.insync.replicas ${minInsync}, so it rejects records while a broker is unavailable: lower the setting or add copies`,
    )
  return warnings
}
