import type { Graph } from '../../cypher/connect.ts'
import { GraphError } from '../../cypher/errors.ts'
import { countReplaying } from '../../cypher/system/offsets.ts'
import type { BatchControl, RecordBatch, TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { KafkaSendError } from '../../kafka/producer.ts'
import { headerText } from '../../kafka/records.ts'
import { type Attributes, inBatchSpan } from '../../process/tracing/spans.ts'
import { reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { type Claim, Fenced } from '../partitions/advance.ts'
import type { PartitionStates } from '../partitions/partition-status.ts'
import type { Takeover } from '../partitions/takeover.ts'
import { createChunkLimits } from './chunk-limits.ts'
import { chunksOf } from './chunks.ts'
import type { Chunk, PartitionRecord } from './event-stream.ts'
import type { Pipeline } from './pipeline.ts'

/** Heartbeats keep the partitions assigned while the graph is unavailable. The broker gets at most one in this time. */
const HEARTBEAT_MS = 1000

export interface BatchHandlerOptions {
  /** Returns the pipeline that applies the events of a topic. */
  pipelineOf(topic: string): Pipeline
  states: PartitionStates
  takeover: Takeover
  metrics: ProjectorMetrics
  log: Log
  commit(offsets: (TopicPartition & { offset: bigint })[]): Promise<void>
  graph: Graph
  /** The group whose offsets move. */
  groupId: string
  /** Leaves out records that the claims do not apply, so that they are not decoded. @throws GraphError */
  select?(records: PartitionRecord[]): Promise<PartitionRecord[]>
  /** Called with the Kafka timestamp of the last applied record, in milliseconds. */
  onApplied?(topicPartition: TopicPartition, timestamp: number): void
}

/** A partition that waits for the end of a replay is claimed again as if this many batches had failed: after 1.6 s. */
const FAILURES_OF_WAITING = 3

/** Applies fetched batches chunk by chunk. A chunk that cannot be applied now is fetched again later. */
export function createBatchHandler({
  pipelineOf,
  states,
  takeover,
  metrics,
  log,
  commit,
  graph,
  groupId,
  select = async (records) => records,
  onApplied,
}: BatchHandlerOptions) {
  const limits = createChunkLimits()
  /** Claims since which every partition has applied again what was applied before a rebuild. */
  const complete = new WeakSet<Claim>()

  /**
   * Whether a chunk has to wait until every partition has applied again what was applied before a rebuild. Records of
   * an entity may be in several partitions, so until then a new event would find an earlier state than readers know.
   */
  async function mustWait(claim: Claim, { from }: Chunk): Promise<boolean> {
    if (from < claim.feed.to || complete.has(claim)) return false
    const [replaying] = await graph.readFromLeader(countReplaying, null, { groupId })
    if (replaying && replaying.partitions > 0) return true
    complete.add(claim)
    return false
  }

  async function putBack(topicPartition: TopicPartition, control: BatchControl, error: unknown): Promise<void> {
    control.hold()
    if (error instanceof GraphError && error.kind === 'fault') {
      takeover.halt(topicPartition, 'refused', reasonOf(error))
      return
    }
    if (error instanceof Fenced) metrics.fenced.inc()
    else metrics.retries.inc({ kind: kindOf(error) })
    const reason = reasonOf(error)
    log.warn({ ...topicPartition, reason }, 'batch failed, will retry')
    // If the process was suspended for long, the group has continued without it. The heartbeat finds that out.
    await control.heartbeat()
    if (control.isCurrent()) takeover.retake(topicPartition, states.failed(topicPartition, reason))
  }

  async function apply(topicPartition: TopicPartition, chunk: Chunk, isCurrent: () => boolean): Promise<boolean> {
    const status = states.get(topicPartition)
    if (status?.state !== 'running' || !isCurrent()) return false
    const { claim, failures } = status
    if (await mustWait(claim, chunk)) {
      log.info({ ...topicPartition, from: chunk.from }, 'new events wait for the end of the replay')
      takeover.retake(topicPartition, FAILURES_OF_WAITING)
      return false
    }
    const pipeline = pipelineOf(claim.topic)
    if (!(await inBatchSpan(...spanOf(claim, chunk), () => pipeline(claim, chunk, isCurrent, failures)))) return false
    metrics.batchRecords.observe(chunk.records.length)
    metrics.batchBytes.observe(chunk.records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0))
    limits.grow(topicPartition)
    // The partition was revoked, or claimed again, while the chunk was applied.
    if (states.get(topicPartition) !== status) return false
    const last = chunk.records.at(-1)
    states.applied(topicPartition, status.claim, chunk.to, last?.timestamp)
    if (last) onApplied?.(topicPartition, last.timestamp)
    return true
  }

  async function applyAll(batch: RecordBatch, topicPartition: TopicPartition, control: BatchControl): Promise<void> {
    const status = states.get(topicPartition)
    const border = status?.state === 'running' ? status.claim.feed.to : 0
    const limit = { maxRecords: limits.of(topicPartition), border }
    let count = 0
    try {
      const records = await select(batch.records.map((record) => ({ ...record, offset: Number(record.offset) })))
      for (const chunk of chunksOf(records, Number(batch.from), Number(batch.next), limit)) {
        count = chunk.records.length
        if (!(await apply(topicPartition, chunk, control.isCurrent))) return control.hold()
      }
    } catch (error) {
      limits.shrinkAfter(topicPartition, error, count)
      return putBack(topicPartition, control, error)
    }
    await commit([{ ...topicPartition, offset: batch.next }])
  }

  return async function onBatch(batch: RecordBatch, control: BatchControl): Promise<void> {
    const topicPartition = { topic: batch.topic, partition: batch.partition }
    if (batch.undecodable) {
      const { offset, reason } = batch.undecodable
      takeover.halt(topicPartition, 'undecodable', `the batch at offset ${offset} cannot be read: ${reason}`)
      return
    }
    const beating = setInterval(() => void control.heartbeat(), HEARTBEAT_MS)
    try {
      await applyAll(batch, topicPartition, control)
    } finally {
      clearInterval(beating)
    }
  }
}

/** Returns the name of a chunk's span, its attributes, and the trace parents of its records. */
function spanOf({ topic, partition }: Claim, { records, from }: Chunk): [string, Attributes, string[]] {
  const attributes = {
    'messaging.system': 'kafka',
    'messaging.operation.name': 'process',
    'messaging.destination.name': topic,
    'messaging.destination.partition.id': String(partition),
    'messaging.kafka.offset': from,
    'messaging.batch.message_count': records.length,
  }
  const origins = records.flatMap(
    ({ headers }) => headerText(headers, 'traceparent') ?? headerText(headers, 'ce_traceparent') ?? [],
  )
  return [`process ${topic}`, attributes, origins]
}

function kindOf(error: unknown): string {
  if (error instanceof GraphError) return error.kind
  return error instanceof KafkaSendError ? 'kafka' : 'other'
}
