import type { Lag, TopicPartition } from '../../consumer.ts'

/** The state of an assigned partition. It gets batches only if it is reading and not paused. */
export type PartitionState = TopicPartition & {
  isReading: boolean
  isPaused: boolean
  /** The offset after the last record that was passed to the handler. */
  next: bigint
  /** The offset of the next fetch. It is beyond `next` if only markers or aborted records followed. */
  fetchFrom: bigint
  highWatermark: bigint | null
  /** Number of starts. Batches that were fetched before the latest start are dropped. */
  starts: number
}

const keyOf = ({ topic, partition }: TopicPartition) => `${partition} ${topic}`

/** Returns the partitions of one assignment, all paused. */
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
