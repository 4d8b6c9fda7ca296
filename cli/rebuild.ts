import { randomUUID } from 'node:crypto'
import type { Graph } from '../cypher/connect.ts'
import { lockReconciliation, setConnected } from '../cypher/exceptions/queue.ts'
import { labelProjected } from '../cypher/migrate.ts'
import type { Query } from '../cypher/query.ts'
import { listOrganizations } from '../cypher/system/credentials.ts'
import { listOffsets } from '../cypher/system/offsets.ts'
import * as queries from '../cypher/system/rebuild.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import type { EndOffsets } from '../kafka/consumer.ts'

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

export interface RebuildHooks {
  /** Called after each step. The next step waits for it. */
  onProgress?: ((line: string) => void | Promise<void>) | undefined
  /** Called for each committed transaction with the number of dropped rows. The first transaction drops none. */
  onDropped?: ((rows: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** What a rebuild will do. */
export interface RebuildPlan {
  /** Counts of what is dropped: all `nodes` and `links`, and the kinds of nodes that operators know. */
  drops: ReturnType<typeof queries.countProjected.row.parse>
  /** Number of events to replay, and number of their partitions. */
  records: number
  partitions: number
  offsets: Offset[]
}

const TAKEN_OVER = 'Another `tda rebuild` has taken over, so this one stopped'
const INTERRUPTED =
  'Interrupted. Run `tda rebuild` again: until then the projectors wait, and reads return 503 `rebuilding`'
/** Limits the size of a transaction, because a node may contain a whole event. */
const ROWS_A_TRANSACTION = 1000
const TELL_EVERY_ROWS = 100_000

/**
 * Returns what a rebuild would do now, without changing anything.
 * @throws Error when a topic has another number of partitions than the graph was built from, and, unless `acceptGap`,
 * when a topic does not begin at offset 0 or is not the one that the graph was built from
 */
export async function planRebuild(
  graph: Graph,
  connection: KafkaConnection,
  { groupId, topics, acceptGap, expectedPartitions }: RebuildScope,
): Promise<RebuildPlan> {
  const [logEnds, { clusterId, ids }, [drops], known] = await Promise.all([
    connection.untilLed(() => connection.endOffsets(topics)),
    connection.topicIds(topics),
    graph.read(queries.countProjected, null, {}),
    graph.read(listOffsets, null, { groupId }),
  ])
  if (!drops) throw new Error('Neo4j returned no counts. Run the command again')
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
  return { drops, records, partitions: offsets.length, offsets }
}

/**
 * Drops everything that projectors wrote, and lets them replay all events. Organizations, credentials and export jobs
 * are kept. During the rebuild's own steps no projector writes, because all claims end and no new ones are given. Reads
 * are rejected until the projectors have applied all events that are in Kafka at the start. An interrupted rebuild
 * continues when it is run again. See docs/adr/0020-rebuilds.md.
 * @returns how much was dropped
 * @throws the errors of `planRebuild`
 */
export async function rebuild(
  graph: Graph,
  connection: KafkaConnection,
  { onProgress, onDropped, signal, ...scope }: RebuildScope & RebuildHooks,
): Promise<number> {
  const { groupId } = scope
  // Planned again, because an operator may have taken hours to confirm, and events that arrived since must be replayed
  // too.
  const { offsets } = await planRebuild(graph, connection, scope)
  const rebuildId = randomUUID()
  await graph.write(async (run) => {
    await run(queries.beginRebuild, null, { groupId, rebuildId })
    await run(queries.resetOffsets, null, { groupId, offsets })
  })
  onDropped?.(0)
  await awaitReconcilers(graph)
  await labelProjected(graph)
  const step = { graph, groupId, rebuildId, onProgress, onDropped, signal }
  const links = await drop('links', queries.dropLinks, step)
  const nodes = await drop('nodes', queries.dropProjected, step)
  const [ended] = await graph.write((run) => run(queries.endDrop, null, { groupId, rebuildId }))
  if (!ended) throw new Error(TAKEN_OVER)
  return links + nodes
}

/**
 * Waits for the running reconciliation of each organization. Later ones see that the group is being rebuilt, and do
 * nothing.
 */
async function awaitReconcilers(graph: Graph): Promise<void> {
  for (const { key } of await graph.readFromLeader(listOrganizations, null, { keys: null })) {
    await graph.write(async (run) => {
      await run(lockReconciliation, key, {})
      await run(setConnected, key, { isConnected: false })
    })
  }
}

interface Step extends RebuildHooks {
  graph: Graph
  groupId: string
  rebuildId: string
}

async function drop(
  what: string,
  query: Query<{ limit: number }, { dropped: number }, 'system'>,
  { graph, groupId, rebuildId, onProgress, onDropped, signal }: Step,
): Promise<number> {
  for (let total = 0; ; ) {
    if (signal?.aborted) throw new Error(INTERRUPTED)
    const dropped = await graph.write(async (run) => {
      const [locked] = await run(queries.lockRebuild, null, { groupId, rebuildId })
      if (!locked) throw new Error(TAKEN_OVER)
      const [row] = await run(query, null, { limit: ROWS_A_TRANSACTION })
      return row?.dropped ?? 0
    })
    if (dropped > 0) onDropped?.(dropped)
    total += dropped
    const isReported = Math.floor(total / TELL_EVERY_ROWS) > Math.floor((total - dropped) / TELL_EVERY_ROWS)
    if (dropped === 0 || isReported) await onProgress?.(`Dropped ${total} ${what}${dropped === 0 ? '.' : ' so far.'}`)
    if (dropped === 0) return total
  }
}

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
