const MIB = 1024 * 1024
const DAY_MS = 86_400_000

/** The topics of an installation, by role. */
export type TopicRole = 'records' | 'bom' | 'dlq' | 'audit' | 'snapshots'

/**
 * The required settings of a topic. Retention is in milliseconds, -1 is unlimited. `maxMessageBytes` limits a
 * compressed record batch.
 */
export type TopicSettings = { name: string; partitions: number; retentionMs: number; maxMessageBytes: number }

const FOR_EVER = -1
const PARTITIONS = 12
const KAFKA_DEFAULT_BYTES = MIB + 12

/**
 * Returns the topics with their required settings. No topic is compacted, because a rebuild replays all events.
 * @param prefix put before each name, so that several installations can share a cluster
 * @param logPartitions number of partitions of the topics from which the graph is built
 */
export function topicTable(prefix = '', logPartitions = PARTITIONS): Record<TopicRole, TopicSettings> {
  const topic = (name: string, retentionMs: number, maxMessageBytes = KAFKA_DEFAULT_BYTES): TopicSettings => ({
    name: `${prefix}tenantdata.${name}.v1`,
    partitions: PARTITIONS,
    retentionMs,
    maxMessageBytes,
  })
  return {
    records: { ...topic('records', FOR_EVER), partitions: logPartitions },
    bom: { ...topic('bom', FOR_EVER), partitions: logPartitions },
    dlq: topic('dlq', 30 * DAY_MS, 2 * MIB),
    audit: topic('audit', 400 * DAY_MS),
    snapshots: topic('snapshots', 400 * DAY_MS),
  }
}
