import type { KafkaConnection } from '../../kafka/connection.ts'
import type { Log } from '../../kafka/log.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { inspectTopics, type TopicFault } from '../../kafka/topics/topic-faults.ts'
import type { TopicSettings } from '../../kafka/topics/topic-table.ts'
import { reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { otherPartitions, RECREATED } from '../partitions/claim-partition.ts'
import type { PartitionStates } from '../partitions/partition-status.ts'
import type { Takeover } from '../partitions/takeover.ts'
import type { Offset } from '../partitions/watch-offsets.ts'
import { Poll } from '../poll.ts'

const EVERY_MS = 5000

export interface WatchTopicsOptions {
  connection: KafkaConnection
  /** All topics of the installation. */
  allTopics: readonly TopicSettings[]
  /** Number of replicas for a topic that is created. */
  replicationFactor: number
  metrics: Pick<ProjectorMetrics, 'topicFaults'>
  states: PartitionStates
  takeover: Pick<Takeover, 'halt'>
  /** The stored offsets of the partitions that the graph is built from, as last read. */
  offsets(): readonly Offset[]
  log: Log
}

/**
 * Checks the topics every 5 s. A missing topic is logged and created again. A topic whose settings would lose events is
 * logged. A topic that is not the one from which the graph was built stops its partitions, including those that are
 * being read.
 */
export function watchTopics(options: WatchTopicsOptions) {
  const { connection, allTopics, replicationFactor, metrics, states, takeover, offsets, log } = options
  let faults: readonly TopicFault[] = []

  /** Logs each new fault and each resolved one once. */
  function report(now: readonly TopicFault[]): void {
    const isIn = (list: readonly TopicFault[], { topic, detail }: TopicFault) =>
      list.some((one) => one.topic === topic && one.detail === detail)
    for (const fault of now) if (!isIn(faults, fault)) log.error(fault, 'topic fault detected')
    for (const fault of faults) if (!isIn(now, fault)) log.info(fault, 'topic fault resolved')
    faults = now
    metrics.topicFaults.reset()
    for (const { name } of allTopics) metrics.topicFaults.set({ topic: name, fault: 'missing' }, 0)
    for (const { topic, fault } of faults) metrics.topicFaults.set({ topic, fault }, 1)
  }

  /**
   * Stops the partitions of a topic. Its consumer would not notice that the topic was replaced or has more partitions.
   */
  function halt({ topic, fault, detail }: TopicFault): void {
    for (const status of states.all()) {
      if (status.topic === topic && status.state === 'running')
        takeover.halt(status, fault === 'partitions' ? 'partitions' : 'gap', detail)
    }
  }

  async function look(): Promise<void> {
    const { ids } = await connection.topicIds(allTopics.map(({ name }) => name))
    const found = await inspectTopics(connection, allTopics)
    const other = [...new Map(offsets().map((row) => [row.topic, row])).values()].flatMap((built) => {
      const partitions = found.partitions.get(built.topic)
      const id = ids.get(built.topic)
      if (!id || !partitions) return []
      if (id !== built.topicId) halt({ topic: built.topic, fault: 'missing', detail: RECREATED })
      else if (built.partitions !== null && partitions !== built.partitions)
        return [
          { topic: built.topic, fault: 'partitions', detail: otherPartitions(partitions, built.partitions) } as const,
        ]
      return []
    })
    for (const fault of other) halt(fault)
    report([...found.faults, ...other])
    const missing = allTopics.filter(({ name }) =>
      found.faults.some(({ topic, fault }) => topic === name && fault === 'missing'),
    )
    if (missing.length > 0) await createTopics(connection, { topics: missing, replicationFactor })
    for (const { name: topic } of missing) log.warn({ topic }, 'missing topic created again')
  }

  const poll = new Poll(EVERY_MS, look, (error) =>
    log.debug({ reason: reasonOf(error) }, 'topics could not be checked'),
  )

  return {
    faults: () => faults,
    stop: () => poll.stop(),
  }
}
