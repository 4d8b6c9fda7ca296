import type { Lag, TopicPartition } from '../../consumer.ts'

/** What is known of a partition while it is assigned. Only a reading one that is not paused gets batches. */
export type PartitionState = TopicPartition & {
  isReading: boolean
  isPaused: boolean
  /** Up to where records were handed over. */
  next: bigint
  /** Where the next fetch must begin: beyond `next` when there were only markers or aborted records. */
  fetchFrom: bigint
  highWatermark: bigint | null
  /** Counts starts: what was fetched for an earlier one is not for this one. */
  starts: number
}

const keyOf = ({ topic, partition }: TopicPartition) => `${partition} ${topic}`

/** The partitions of one assignment, all at rest. */
export function assignedPartitions(partitions: readonly TopicPartition[]) {
  const states = new Map<string, PartitionState>()
  for (const { topic, partition } of partitions) {
    const state = { topic, partition, isReading: false, isPaused: false, next: 0n, fetchFrom: 0n, starts: 0 }
    states.set(keyOf(state), { ...state, highWatermark: null })
  }
  return {
    find: (topicPartition: TopicPartition): PartitionState | undefined => states.get(keyOf(topicPartition)),
    lag: (): Lag[] =>
      [...states.values()].map((state) => ({
        topic: state.topic,
        partition: state.partition,
        next: state.starts > 0 ? state.fetchFrom : null,
        highWatermark: state.highWatermark,
        isReading: state.isReading,
      })),
  }
}
export type AssignedPartitions = ReturnType<typeof assignedPartitions>
