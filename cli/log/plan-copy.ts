import type { KafkaConnection } from '../../kafka/connection.ts'
import type { EndOffsets } from '../../kafka/consumer.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { requireTopicsOf } from '../../kafka/topics/region-topic.ts'
import { inspectTopics } from '../../kafka/topics/topic-faults.ts'
import { type TopicSettings, topicTable } from '../../kafka/topics/topic-table.ts'

/** One side of a copy: the brokers, the prefix and region of the topics, and what runs a request to these brokers. */
export interface Side {
  connection: KafkaConnection
  prefix: string
  region: string
  /** Runs requests to these brokers, and names the brokers in their errors. */
  asking<T>(work: () => Promise<T>): Promise<T>
}

/** A topic of the source and its copy. */
export interface TopicPair {
  from: TopicSettings
  to: TopicSettings
  /** Offsets of the partitions of the source, in order. */
  ends: EndOffsets[]
  /** Whether the source has more partitions than its copy. */
  isGrown: boolean
}

/**
 * Plans the copy of the topics from which a graph is built. Nothing is created or written.
 * @throws Error when the target is the source, or a topic cannot be copied; OtherRegion when topics belong to another
 * region than that of their side
 */
export async function planCopy(source: Side, target: Side, partitions: number): Promise<TopicPair[]> {
  const [from, to] = [topicTable(source.prefix, partitions), topicTable(target.prefix, partitions)]
  if (source.prefix === target.prefix) {
    const [own, other] = await Promise.all([clusterOf(source, from.records), clusterOf(target, to.records)])
    if (own === other)
      throw new Error('The target is the cluster of the current topics. Choose another prefix with --to-prefix')
  }
  for (const side of [source, target]) await side.asking(() => requireTopicsOf(side.connection, side))
  const pairs: TopicPair[] = []
  for (const role of ['records', 'bom'] as const) {
    const { name } = from[role]
    const { faults } = await source.asking(() => inspectTopics(source.connection, [from[role]]))
    if (faults.some(({ fault }) => fault === 'missing')) throw new Error(`There is no topic ${name} to copy`)
    const ends = await source.asking(() => partitionEnds(source.connection, name))
    if (ends.length < partitions)
      throw new Error(
        `${name} has ${ends.length} partitions, and KAFKA_TOPIC_PARTITIONS is ${partitions}. Set KAFKA_TOPIC_PARTITIONS to ${ends.length}`,
      )
    pairs.push({ from: from[role], to: to[role], ends, isGrown: ends.length > partitions })
  }
  return pairs
}

/**
 * Creates the missing topics of the target: all topics of an installation, so that it can switch to them.
 * @throws Error when a topic has another number of partitions, or could lose records or has lost some
 */
export async function prepareTarget(
  { connection, prefix, asking }: Side,
  pairs: TopicPair[],
  replicationFactor: number,
) {
  const topics = pairs.map(({ to }) => to)
  await asking(async () => {
    const { faults, partitions: existing } = await inspectTopics(connection, topics)
    const [fault] = faults.filter((one) => one.fault !== 'missing')
    if (fault) throw new Error(`${fault.topic}: ${fault.detail}`)
    for (const { name, partitions } of topics) {
      const count = existing.get(name) ?? partitions
      if (count !== partitions)
        throw new Error(
          `${name} has ${count} partitions and needs ${partitions}. Delete the topic, or choose another prefix`,
        )
    }
    const all = topicTable(prefix, topics[0]?.partitions)
    await createTopics(connection, { topics: Object.values(all), replicationFactor })
  })
}

/**
 * Returns the offsets of the partitions of a topic of the target, which begin at 0.
 * @throws Error when the topic no longer has its first records
 */
export async function targetEnds({ connection, asking }: Side, topic: string): Promise<EndOffsets[]> {
  const ends = await asking(() => partitionEnds(connection, topic))
  const cut = ends.find(({ low }) => low > 0n)
  if (cut)
    throw new Error(
      `${topic}/${cut.partition} begins at ${cut.low}, not at 0, so a copy cannot be verified. Delete the topic, or choose another prefix`,
    )
  return ends
}

/** The offsets of a topic, in order of its partitions. Kafka lists them in any order. */
export async function partitionEnds(connection: KafkaConnection, topic: string): Promise<EndOffsets[]> {
  const ends = await connection.untilLed(() => connection.endOffsets([topic]))
  return ends.sort((a, b) => a.partition - b.partition)
}

async function clusterOf({ connection, asking }: Side, { name }: TopicSettings): Promise<string> {
  const { clusterId } = await asking(() => connection.topicIds([name]))
  return clusterId
}
