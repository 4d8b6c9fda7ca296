import type { Graph } from '../cypher/connect.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import type { Log } from '../kafka/log.ts'
import type { Producer } from '../kafka/producer.ts'
import type { TopicSettings } from '../kafka/topics/topic-table.ts'
import { Reconciler } from './exceptions/reconciler.ts'
import { createBrokerView } from './partitions/broker-view.ts'
import { claimPartition } from './partitions/claim-partition.ts'
import { createMeasurePartitions } from './partitions/measure-partitions.ts'
import { createPartitionStates } from './partitions/partition-status.ts'
import { createTakeover } from './partitions/takeover.ts'
import { watchLag } from './partitions/watch-lag.ts'
import { watchOffsets } from './partitions/watch-offsets.ts'
import { createBatchHandler } from './pipeline/batch-handler.ts'
import type { PipelineContext } from './pipeline/event-stream.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createHousekeeping } from './publications/housekeeping.ts'
import { createPublicationStream, type PublicationContext } from './publications/publication-stream.ts'
import { watchOrganizations } from './rebuild/organizations/watch-organizations.ts'
import { watchRebuild } from './rebuild/watch-rebuild.ts'
import { recordStream } from './records/record-stream.ts'
import { watchTopics } from './topics/watch-topics.ts'
import { watchGraphSize } from './watch-graph-size.ts'
import { watchSchema } from './watch-schema.ts'
import { watchSources } from './watch-sources.ts'
import { watchTokens } from './watch-tokens.ts'

export interface ProjectorOptions extends PipelineContext, Pick<PublicationContext, 'bomPartitions' | 'silenceMs'> {
  /** The topic of BOM publications. All other topics contain changes of records. */
  bomTopic: string
  snapshotsTopic: string
  retentionDays: number
  changesRetentionDays: number
  housekeepingMs: number
  producer: Pick<Producer, 'send'>
  connection: KafkaConnection
  groupId: string
  topics: string[]
  /** All topics of the installation. A missing topic is created again with this number of replicas. */
  allTopics: readonly TopicSettings[]
  replicationFactor: number
  /** Required number of partitions of a topic while the graph has no offset of it. */
  expectedPartitions: number
  /** Identifies this process in the graph, for operators. */
  owner: string
  sessionTimeoutMs: number
  log: Log
  /** Called after an error that waiting cannot fix. The process has to end. */
  onCrash(error: unknown): void
}

/**
 * Joins the consumer group that writes the graph. Each partition is claimed in the graph before it is read, continues
 * at the offset stored there, waits while a server is unavailable, and stops with an error if continuing could lose or
 * reorder events.
 */
export function startProjector(options: ProjectorOptions) {
  const { connection, topics, metrics, log } = options
  const states = createPartitionStates()
  const endOffsets = () => connection.endOffsets(topics)
  const view = createBrokerView({ topicIds: () => connection.topicIds(topics), endOffsets })
  const { graph, groupId, owner, expectedPartitions } = options
  const takeover = createTakeover({
    ...options,
    states,
    view,
    claimIn: (given, found) => claimPartition(graph, { groupId, owner, ...given }, found, expectedPartitions),
  })
  const commit = (offsets: Parameters<typeof consumer.commit>[0]) => consumer.commit(offsets)
  const { bomTopic } = options
  const housekeeping = createHousekeeping({
    ...options,
    everyMs: options.housekeepingMs,
    hasPartition: (partition) => states.get({ topic: bomTopic, partition })?.state === 'running',
    now: () => new Date(),
  })
  const { afterEnd } = housekeeping
  const reconciler = new Reconciler(options)
  const pipelinesOn = (graph: Graph) => {
    const records = createPipeline({ ...options, graph }, recordStream)
    const publications = createPipeline({ ...options, graph }, createPublicationStream({ ...options, graph, afterEnd }))
    return (topic: string) => (topic === bomTopic ? publications : records)
  }
  const handle = createBatchHandler({
    ...options,
    pipelineOf: pipelinesOn(options.graph),
    states,
    takeover,
    commit,
    onApplied: (topicPartition, timestamp) => metrics.lastApplied.set({ ...topicPartition }, timestamp / 1000),
  })
  const consumer = connection.consume({
    topics,
    groupId: options.groupId,
    sessionTimeoutMs: options.sessionTimeoutMs,
    onAssigned(assignment) {
      metrics.lastApplied.reset()
      takeover.assign(assignment)
    },
    async onBatch(batch, control) {
      await handle(batch, control)
      reconciler.notify()
    },
    onGap: ({ wanted, logStart, logEnd, ...topicPartition }) =>
      takeover.halt(topicPartition, 'gap', `${wanted} is wanted, and the log holds ${logStart} to ${logEnd}`),
    onCrash: options.onCrash,
  })
  const watch = watchOffsets({
    ...options,
    states,
    onSetBack(topicPartition, next, detail) {
      log.warn({ ...topicPartition, detail }, 'graph was restored to an earlier state')
      states.setBack(topicPartition, next)
      takeover.retake(topicPartition, 0)
    },
  })
  const measurePartitions = createMeasurePartitions({
    metrics,
    statuses: states.all,
    offsets: watch.offsets,
    endOffsets,
  })
  const lag = watchLag({
    ...options,
    endOffsets,
    applied: () => states.all().flatMap(({ topic, partition, last }) => (last ? { topic, partition, ...last } : [])),
  })
  const rebuild = watchRebuild(options)
  const rebuiltOrganizations = watchOrganizations({
    ...options,
    view,
    pipelinesOn,
    onBatch: () => reconciler.notify(),
  })
  const watchedTopics = watchTopics({ ...options, states, takeover, offsets: watch.offsets })
  const schema = watchSchema(options)
  const sources = watchSources(options)
  const tokens = watchTokens(options)
  const graphSize = watchGraphSize(options)
  return {
    statuses: states.all,
    lastContactAt: consumer.lastContactAt,
    graphReachedAt: watch.reachedAt,
    schemaFaults: schema.faults,
    loginRefused: options.graph.loginRefused,
    topicFaults: watchedTopics.faults,
    async measure(): Promise<void> {
      metrics.brokerContact.set((consumer.lastContactAt() ?? 0) / 1000)
      await Promise.all([measurePartitions(), reconciler.measure()])
    },
    async stop(): Promise<void> {
      takeover.stop()
      const parts = [
        rebuiltOrganizations,
        watch,
        lag,
        consumer,
        housekeeping,
        reconciler,
        rebuild,
        watchedTopics,
        schema,
        sources,
        tokens,
        graphSize,
      ]
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

export type Projector = ReturnType<typeof startProjector>
