import type { KafkaConnection } from '../connection.ts'
import type { Settings } from '../topic-admin.ts'
import type { TopicSettings } from './topic-table.ts'

const FOR_EVER = -1

/** Possible faults of a topic. */
export const topicFaults = ['missing', 'compacted', 'retention', 'partitions'] as const
export interface TopicFault {
  topic: string
  fault: (typeof topicFaults)[number]
  /** The fault and how to fix it, in one line for operators. */
  detail: string
}

/** The faults of topics, and the number of partitions of each existing topic. */
export interface TopicsFound {
  faults: TopicFault[]
  partitions: Map<string, number>
}

/**
 * Checks whether topics exist and whether their settings keep records as long as required. A topic that must keep
 * records indefinitely must not have a limit of time or bytes, and must not be compacted.
 * @throws Error when the brokers are unavailable
 */
export async function inspectTopics(
  connection: KafkaConnection,
  topics: readonly TopicSettings[],
): Promise<TopicsFound> {
  return connection.withAdmin(async (admin) => {
    // Describing a missing topic would create it, if brokers are configured so. So existing topics are listed first.
    const existing = new Set(await admin.listTopics())
    const there = topics.filter(({ name }) => existing.has(name))
    const names = there.map(({ name }) => name)
    if (names.length === 0) return { faults: topics.map(missing), partitions: new Map() }
    const described = await admin.describeTopics(names)
    const settings = await admin.settings(names, ['cleanup.policy', 'retention.ms', 'retention.bytes'])
    return {
      faults: [
        ...topics.filter(({ name }) => !existing.has(name)).map(missing),
        ...there.flatMap((topic) => faultsOf(topic, settings.get(topic.name) ?? new Map())),
      ],
      partitions: new Map(described.map(({ name, partitions }) => [name, partitions])),
    }
  })
}

function missing({ name, retentionMs }: TopicSettings): TopicFault {
  const isLost = retentionMs === FOR_EVER
  const detail = `the topic does not exist${isLost ? ': what it held is gone, unless it is restored' : ''}`
  return { topic: name, fault: 'missing', detail }
}

function faultsOf({ name, retentionMs }: TopicSettings, values: Settings): TopicFault[] {
  const faults: TopicFault[] = []
  if (values.get('cleanup.policy')?.includes('compact')) {
    const detail = 'the topic is compacted, which loses history: set its cleanup.policy to delete'
    faults.push({ topic: name, fault: 'compacted', detail })
  }
  const limits = ['retention.ms', 'retention.bytes'].filter((setting) => Number(values.get(setting) ?? -1) >= 0)
  if (retentionMs === FOR_EVER && limits.length > 0) {
    const limited = limits.map((setting) => `${setting} of ${values.get(setting)}`).join(' and ')
    const detail = `the topic must keep everything, and loses events by its ${limited}: set it to -1`
    faults.push({ topic: name, fault: 'retention', detail })
  }
  return faults
}

/**
 * Sets the retention of a topic to what is required. Its other settings are kept.
 * @throws Error when the brokers are unavailable or reject the change
 */
export async function repairRetention(connection: KafkaConnection, topic: TopicSettings): Promise<void> {
  await connection.withAdmin(async (admin) => {
    // All current settings are sent again, because settings that are left out are reset.
    const settings = await admin.overriddenSettings(topic.name)
    settings.set('cleanup.policy', 'delete')
    settings.set('retention.ms', String(topic.retentionMs))
    settings.set('retention.bytes', '-1')
    await admin.replaceSettings(topic.name, settings)
  })
}
