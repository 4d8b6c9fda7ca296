const MIB = 1024 * 1024
const DAY_MS = 86_400_000

/** The topics that are read and written, each by its role. */
export type TopicRole = 'records' | 'bom' | 'dlq' | 'audit' | 'snapshots'

/** How a topic must be. Retention in milliseconds, -1 is unlimited; `maxMessageBytes` bounds a record batch as sent. */
export type TopicSettings = { name: string; partitions: number; retentionMs: number; maxMessageBytes: number }

const FOR_EVER = -1
const PARTITIONS = 12
const KAFKA_DEFAULT_BYTES = MIB + 12

/**
 * The topic table of the event contract. No topic is compacted: the log is the truth, and a rebuild reads all of it.
 * @param prefix put before each name, so that several installations can share a cluster.
 * @param logPartitions how many partitions the topics that the graph is built from have.
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
