import type { KafkaConnection } from '../kafka/connect.ts'
import { runConsumer } from '../kafka/consumer.ts'
import type { Log } from '../kafka/log.ts'
import type { Producer } from '../kafka/producer.ts'
import { topicIds } from '../kafka/topic-ids.ts'
import { createBatchHandler } from './batch-handler.ts'
import { createBrokerView } from './broker-view.ts'
import { createMeasurePartitions } from './measure-partitions.ts'
import { createPartitionStates } from './partition-states.ts'
import { createHousekeeping } from './publications/housekeeping.ts'
import type { Publishing } from './publications/publishing.ts'
import { createReconciler } from './reconcile/reconciler.ts'
import { createTakeover } from './takeover.ts'
import { watchLag } from './watch-lag.ts'
import { watchOffsets } from './watch-offsets.ts'

export interface ProjectorOptions extends Omit<Publishing, 'afterEnd'> {
  bomTopic: string
  snapshotsTopic: string
  retentionDays: number
  housekeepingMs: number
  producer: Pick<Producer, 'send'>
  connection: KafkaConnection
  groupId: string
  topics: string[]
  /** Names this process in the graph, for operators. */
  owner: string
  sessionTimeoutMs: number
  log: Log
  /** Called when waiting does not mend it: the process is to end. */
  onCrash(error: unknown): void
}

/**
 * Takes part in the group that fills the graph. Each partition is claimed in the graph before it is read, goes on where
 * the graph stands, rests while a server is away, and stops loudly where going on would lose or mix up events.
 */
export function startProjector(options: ProjectorOptions) {
  const { connection, topics, metrics, log } = options
  const states = createPartitionStates()
  const ends = () => consumer.ends()
  const view = createBrokerView({ topicIds: () => topicIds(connection, topics), ends })
  const takeover = createTakeover({ ...options, states, view })
  const commit = (offsets: Parameters<typeof consumer.commit>[0]) => consumer.commit(offsets)
  const { bomTopic } = options
  const housekeeping = createHousekeeping({
    ...options,
    everyMs: options.housekeepingMs,
    hasPartition: (partition) => states.get({ topic: bomTopic, partition })?.state === 'running',
    now: () => new Date(),
  })
  const { afterEnd } = housekeeping
  const reconciler = createReconciler(options)
  const handle = createBatchHandler({ ...options, states, takeover, commit, afterEnd })
  const consumer = runConsumer({
    connection,
    topics,
    groupId: options.groupId,
    sessionTimeoutMs: options.sessionTimeoutMs,
    onAssigned(assignment) {
      metrics.lastApplied.reset()
      takeover.assign(assignment)
    },
    async onBatch(batch, control) {
      await handle(batch, control)
      reconciler.wake()
    },
    onGap: ({ wanted, logStart, logEnd, ...place }) =>
      takeover.halt(place, 'gap', `${wanted} is wanted, and the log holds ${logStart} to ${logEnd}`),
    onCrash: options.onCrash,
  })
  const watch = watchOffsets({
    ...options,
    states,
    onSetBack(place, detail) {
      log.warn({ ...place, detail }, 'the graph was set back')
      takeover.retake(place, 0)
    },
  })
  const lag = watchLag({
    ...options,
    ends,
    applied: () => states.all().flatMap(({ topic, partition, last }) => (last ? { topic, partition, ...last } : [])),
  })
  const measurePartitions = createMeasurePartitions({ metrics, standings: states.all, offsets: watch.offsets, ends })
  return {
    standings: states.all,
    lastContactAt: consumer.lastContactAt,
    graphAnsweredAt: watch.answeredAt,
    async measure(): Promise<void> {
      await Promise.all([measurePartitions(), reconciler.measure()])
    },
    async stop(): Promise<void> {
      takeover.stop()
      await Promise.all([watch.stop(), lag.stop(), consumer.stop(), housekeeping.stop(), reconciler.stop()])
    },
  }
}

export type Projector = ReturnType<typeof startProjector>
