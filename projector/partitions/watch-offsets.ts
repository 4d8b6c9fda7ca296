import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import { Poll } from '../poll.ts'
import type { PartitionStates } from './partition-status.ts'

const EVERY_MS = 2000

/** Where the graph stands in a partition, of which topic; `partitions` is how many that had when the graph was built. */
export type Offset = TopicPartition & { next: number; topicId: string; partitions: number | null }

export interface WatchOptions {
  graph: Graph
  groupId: string
  states: PartitionStates
  log: Log
  /** The graph stands before what this process has applied. */
  onSetBack(topicPartition: TopicPartition, next: number, detail: string): void
}

/**
 * Looks every 2 s where the graph stands. A graph that was restored or is being rebuilt stands at an earlier offset, which
 * a partition without new events would otherwise never notice.
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
      if (next < status.next) onSetBack(status, next, `the graph stands at ${next}, and ${status.next} was applied`)
    }
  }

  const poll = new Poll(EVERY_MS, look, (error) =>
    log.debug({ reason: reasonOf(error) }, 'offsets could not be read from the graph'),
  )

  return {
    /** What the graph said last. */
    offsets: () => offsets,
    /** When it did, in ms since 1970; null before that. */
    reachedAt: () => reachedAt,
    stop: () => poll.stop(),
  }
}

export function nextOf(offsets: readonly Offset[], { topic, partition }: TopicPartition): number | null {
  return offsets.find((one) => one.topic === topic && one.partition === partition)?.next ?? null
}
