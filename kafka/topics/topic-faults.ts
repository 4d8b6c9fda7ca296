import kafkajs, { type Admin } from 'kafkajs'
import type { KafkaConnection } from '../kafkajs/connect.ts'
import { withAdmin } from '../kafkajs/with-admin.ts'
import { configValues } from './topic-copies.ts'
import type { TopicSettings } from './topic-table.ts'

const { ConfigResourceTypes, ConfigSource } = kafkajs
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
 * @throws what kafkajs throws when the brokers are away.
 */
export async function lookAtTopics(
  connection: KafkaConnection,
  topics: readonly TopicSettings[],
): Promise<TopicsFound> {
  return withAdmin(connection, async (admin) => {
    // Asking for a topic by its name would create it, where brokers are set to do so.
    const existing = new Set(await admin.listTopics())
    const there = topics.filter(({ name }) => existing.has(name))
    const names = there.map(({ name }) => name)
    if (names.length === 0) return { faults: topics.map(missing), partitions: new Map() }
    const metadata = await admin.fetchTopicMetadata({ topics: names })
    const values = await configValues(admin, names, ['cleanup.policy', 'retention.ms', 'retention.bytes'])
    return {
      faults: [
        ...topics.filter(({ name }) => !existing.has(name)).map(missing),
        ...there.flatMap((topic) => faultsOf(topic, values.get(topic.name) ?? new Map())),
      ],
      partitions: new Map(metadata.topics.map(({ name, partitions }) => [name, partitions.length])),
    }
  })
}

function missing({ name, retentionMs }: TopicSettings): TopicFault {
  const isLost = retentionMs === FOR_EVER
  const detail = `the topic does not exist${isLost ? ': what it held is gone, unless it is restored' : ''}`
  return { topic: name, fault: 'missing', detail }
}

function faultsOf({ name, retentionMs }: TopicSettings, values: Map<string, string>): TopicFault[] {
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
 * @throws what kafkajs throws when the brokers are away or refuse.
 */
export async function repairRetention(connection: KafkaConnection, topic: TopicSettings): Promise<void> {
  await withAdmin(connection, async (admin) => {
    const settings = new Map(await ownSettings(admin, topic.name))
    settings.set('cleanup.policy', 'delete')
    settings.set('retention.ms', String(topic.retentionMs))
    settings.set('retention.bytes', '-1')
    const configEntries = [...settings].map(([name, value]) => ({ name, value }))
    const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic.name, configEntries }]
    await admin.alterConfigs({ validateOnly: false, resources })
  })
}

/** What was set for the topic itself: whatever is not named again would be lost. */
async function ownSettings(admin: Admin, name: string): Promise<[string, string][]> {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name }]
  const described = await admin.describeConfigs({ resources, includeSynonyms: false })
  return described.resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
    .map(({ configName, configValue }) => [configName, configValue])
}
