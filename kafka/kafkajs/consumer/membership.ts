import type { Consumer } from 'kafkajs'
import type { Assignment, ConsumerOptions, TopicPartition } from '../../consumer.ts'
import { type AssignedPartitions, assignedPartitions, type PartitionState } from './assigned-partitions.ts'

/** The methods of kafkajs' consumer that pause and resume partitions. Each throws after kafkajs has left the group. */
type Reading = Pick<Consumer, 'pause' | 'resume' | 'seek'>

const listOf = ({ topic, partition }: TopicPartition) => [{ topic, partitions: [partition] }]

/** The partitions that are assigned to this consumer. There are none between assignments. */
export class Membership {
  readonly #consumer: Reading
  readonly #onRevoked: ConsumerOptions['onRevoked']
  #partitions: readonly TopicPartition[] = []
  #states = assignedPartitions([])
  #assignment = new AbortController()

  constructor(consumer: Reading, onRevoked: ConsumerOptions['onRevoked']) {
    this.#consumer = consumer
    this.#onRevoked = onRevoked
    this.#assignment.abort()
  }

  get states(): AssignedPartitions {
    return this.#states
  }

  /** Aborted when the current assignment ends. */
  get signal(): AbortSignal {
    return this.#assignment.signal
  }

  /** Starts a new assignment. All partitions are paused before kafkajs can fetch any of them. */
  join(assigned: Record<string, number[]>): Assignment {
    this.revoke()
    this.#assignment = new AbortController()
    const partitions = Object.entries(assigned).flatMap(([topic, ids]) =>
      ids.map((partition) => ({ topic, partition })),
    )
    const states = assignedPartitions(partitions)
    this.#partitions = partitions
    this.#states = states
    for (const topicPartition of partitions) this.#consumer.pause(listOf(topicPartition))
    const { signal } = this.#assignment
    const start = (topicPartition: TopicPartition, offset: bigint) => {
      const state = signal.aborted ? undefined : states.find(topicPartition)
      if (state) this.readFrom(state, offset)
      return state !== undefined
    }
    return { partitions, signal, start }
  }

  /** Ends the current assignment. */
  revoke(): void {
    if (this.signal.aborted) return
    this.#assignment.abort()
    this.#onRevoked?.(this.#partitions)
  }

  readFrom(state: PartitionState, offset: bigint): void {
    if (this.signal.aborted) return
    state.isReading = true
    state.starts += 1
    state.next = state.fetchFrom = offset
    this.#consumer.seek({ topic: state.topic, partition: state.partition, offset: String(offset) })
    if (!state.isPaused) this.#consumer.resume(listOf(state))
  }

  rest(state: PartitionState): void {
    state.isReading = false
    if (!this.signal.aborted) this.#consumer.pause(listOf(state))
  }

  pause(topicPartition: TopicPartition): void {
    const state = this.#states.find(topicPartition)
    if (!state) return
    state.isPaused = true
    if (!this.signal.aborted) this.#consumer.pause(listOf(topicPartition))
  }

  resume(topicPartition: TopicPartition): void {
    const state = this.#states.find(topicPartition)
    if (!state) return
    state.isPaused = false
    if (state.isReading && !this.signal.aborted) this.#consumer.resume(listOf(topicPartition))
  }
}
