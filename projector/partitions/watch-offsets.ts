import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import { Poll } from '../poll.ts'
import type { PartitionStates } from './partition-status.ts'

const EVERY_MS = 2000

/**
 * The offset of a partition stored in the graph, and the ID of its topic. `partitions` is the topic's number of
 * partitions when the graph was built.
 */
export type Offset = TopicPartition & { next: number; topicId: string; partitions: number | null }

export interface WatchOptions {
  graph: Graph
  groupId: string
  states: PartitionStates
  log: Log
  /** Called when the stored offset is lower than what this process has applied. */
  onSetBack(topicPartition: TopicPartition, next: number, detail: string): void
}

/**
 * Reads the stored offsets every 2 s. After a restore or at the start of a rebuild they are lower than before. A
 * partition without new events would not notice this otherwise.
 */
export function watchOffsets({ graph, groupId, states, log, onSetBack }: WatchOptions) {
  let offsets: readonly Offset[] = []
  let reachedAt: number | null = null

  async function look(): Promise<void> {
    const before = states.all()
    offsets = await graph.readFromLeader(listOffsets, null, { groupId })
    reachedAt = Date.now()
    for (const status of before) {
      if (status.state !== 'running' || states.get(status) !== status) continue
      const next = nextOf(offsets, status) ?? 0
      if (next < status.next) onSetBack(status, next, `the stored offset is ${next}, but ${status.next} was applied`)
    }
  }

  const poll = new Poll(EVERY_MS, look, (error) =>
    log.debug({ reason: reasonOf(error) }, 'offsets could not be read from the graph'),
  )

  return {
    /** The stored offsets, as last read. */
    offsets: () => offsets,
    /** The time of the last successful read, in ms since 1970; null before the first. */
    reachedAt: () => reachedAt,
    stop: () => poll.stop(),
  }
}

export function nextOf(offsets: readonly Offset[], { topic, partition }: TopicPartition): number | null {
  return offsets.find((one) => one.topic === topic && one.partition === partition)?.next ?? null
}
