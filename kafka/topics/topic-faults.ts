import type { KafkaConnection } from '../connection.ts'
import type { Settings } from '../topic-admin.ts'
import type { TopicSettings } from './topic-table.ts'

const FOR_EVER = -1

/** What may be wrong with a topic that is there, or was. */
export const topicFaults = ['missing', 'compacted', 'retention', 'partitions'] as const
export interface TopicFault {
  topic: string
  fault: (typeof topicFaults)[number]
  /** What it means and what to do, in a line for operators. */
  detail: string
}

/** What the brokers say of topics; one that does not exist has no number of partitions. */
export interface TopicsFound {
  faults: TopicFault[]
  partitions: Map<string, number>
}

/**
 * Asks the brokers whether topics are there and keep what they must. What must be kept indefinitely is kept by no topic with a
 * limit of time or bytes, and by none that is compacted.
 * @throws Error when the brokers are away.
 */
export async function inspectTopics(
  connection: KafkaConnection,
  topics: readonly TopicSettings[],
): Promise<TopicsFound> {
  return connection.withAdmin(async (admin) => {
    // Asking for a topic by its name would create it, where brokers are set to do so.
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
 * Sets what a topic keeps to what it must keep, and leaves its other settings as they are.
 * @throws Error when the brokers are away or refuse.
 */
export async function repairRetention(connection: KafkaConnection, topic: TopicSettings): Promise<void> {
  await connection.withAdmin(async (admin) => {
    // Whatever is not named again would be lost.
    const settings = await admin.overriddenSettings(topic.name)
    settings.set('cleanup.policy', 'delete')
    settings.set('retention.ms', String(topic.retentionMs))
    settings.set('retention.bytes', '-1')
    await admin.replaceSettings(topic.name, settings)
  })
}
