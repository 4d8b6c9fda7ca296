import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type { EndOffsets } from '../../kafka/consumer.ts'

export interface RebuildScope {
  /** The projectors' consumer group. */
  groupId: string
  /** The topics that the projectors read. */
  topics: string[]
  /** Whether to proceed although the oldest events are no longer in the topics. */
  acceptGap: boolean
  /** Required number of partitions of a topic while the graph has no offset of it. */
  expectedPartitions: number
}

/** What a rebuild will replay. */
export interface RebuildPlan {
  /** Number of events to replay, and number of their partitions. */
  records: number
  partitions: number
  offsets: Offset[]
}

/**
 * Returns what a rebuild would replay now, without changing anything.
 * @throws Error when a topic has another number of partitions than the graph was built from, and, unless `acceptGap`,
 * when a topic does not begin at offset 0 or is not the one that the graph was built from
 */
export async function planRebuild(
  graph: Graph,
  connection: KafkaConnection,
  { groupId, topics, acceptGap, expectedPartitions }: RebuildScope,
): Promise<RebuildPlan> {
  const [logEnds, { clusterId, ids }, known] = await Promise.all([
    connection.untilLed(() => connection.endOffsets(topics)),
    connection.topicIds(topics),
    graph.read(listOffsets, null, { groupId }),
  ])
  const partitionsOf = (topic: string) => logEnds.filter((one) => one.topic === topic).length
  const offsets = logEnds.map(({ topic, partition, low, high }) => ({
    topic,
    partition,
    partitions: partitionsOf(topic),
    next: Number(low),
    end: Number(high),
    clusterId,
    topicId: ids.get(topic) ?? '',
  }))
  for (const topic of topics) refuseOtherPartitions(topic, offsets, known, expectedPartitions)
  if (!acceptGap) refuseGap(logEnds, offsets, known)
  const records = offsets.reduce((sum, { next, end }) => sum + end - next, 0)
  return { records, partitions: offsets.length, offsets }
}

/** A partition: `next` is where its log begins, and `end` where it ends now. */
type Offset = {
  topic: string
  partition: number
  partitions: number
  next: number
  end: number
  clusterId: string
  topicId: string
}
type Known = ReturnType<typeof listOffsets.row.parse>

/**
 * Rejects a changed number of partitions. Most records would be in other partitions than their keys determine now, and
 * all publications would be rejected as `wrong_partition`. A topic that was created again, which needs `--accept-gap`,
 * may have any number.
 */
function refuseOtherPartitions(topic: string, found: Offset[], known: readonly Known[], expected: number): void {
  const own = found.find((one) => one.topic === topic)
  const built = known.filter((row) => row.topic === topic)
  if (!own || (built[0] && built[0].topicId !== own.topicId)) return
  const remembered = built[0] ? built[0].partitions : expected
  if (remembered === null || remembered === own.partitions) return
  const why = built[0] ? 'the graph was built from' : 'KAFKA_TOPIC_PARTITIONS is'
  throw new Error(
    `${topic} has ${own.partitions} partitions, and ${why} ${remembered}. Nothing was dropped, because a rebuild would lose or ` +
      'reorder events. Copy the topic with `tda log copy`',
  )
}

/** Rejects a rebuild from incomplete topics, because deleted events would be missing from the graph without notice. */
function refuseGap(logEnds: EndOffsets[], offsets: Offset[], known: readonly Known[]): void {
  const cut = logEnds.find(({ low }) => low > 0n)
  const advice = 'Earlier events would be lost. Use --accept-gap to rebuild without them'
  if (cut) throw new Error(`${cut.topic}/${cut.partition} begins at ${cut.low}, not at 0. ${advice}`)
  const other = known.find((row) => {
    const now = offsets.find(({ topic, partition }) => topic === row.topic && partition === row.partition)
    return now?.topicId !== row.topicId || now.clusterId !== row.clusterId
  })
  if (other) throw new Error(`${other.topic} is not the topic that the graph was built from. ${advice}`)
}
