import type { Consumer } from 'kafkajs'
import type { Assignment, ConsumerOptions, TopicPartition } from '../../consumer.ts'
import { type AssignedPartitions, assignedPartitions, type PartitionState } from './assigned-partitions.ts'

/** What of the consumer is needed to rest and read partitions; each throws when kafkajs has left the group. */
export type Reading = Pick<Consumer, 'pause' | 'resume' | 'seek'>

/** The partitions that this consumer has now, none between assignments. */
export type Membership = {
  partitions(): readonly TopicPartition[]
  states(): AssignedPartitions
  /** Aborted with the end of the present assignment. */
  signal(): AbortSignal
  /** Takes a new assignment: everything rests before kafkajs can fetch any of it. */
  join(assigned: Record<string, number[]>): Assignment
  /** Ends the present assignment. */
  revoke(): void
  readFrom(state: PartitionState, offset: bigint): void
  rest(state: PartitionState): void
  pause(of: TopicPartition): void
  resume(of: TopicPartition): void
}

function endedController(): AbortController {
  const controller = new AbortController()
  controller.abort()
  return controller
}

const listOf = ({ topic, partition }: TopicPartition) => [{ topic, partitions: [partition] }]

export function membership(consumer: Reading, onRevoked: ConsumerOptions['onRevoked']): Membership {
  let partitions: readonly TopicPartition[] = []
  let states = assignedPartitions([])
  let controller = endedController()

  const revoke = () => {
    if (controller.signal.aborted) return
    controller.abort()
    onRevoked?.(partitions)
  }
  const rest = (state: PartitionState) => {
    state.isReading = false
    if (!controller.signal.aborted) consumer.pause(listOf(state))
  }
  const readFrom = (state: PartitionState, offset: bigint) => {
    if (controller.signal.aborted) return
    state.isReading = true
    state.starts += 1
    state.next = state.fetchFrom = offset
    consumer.seek({ topic: state.topic, partition: state.partition, offset: String(offset) })
    if (!state.isPaused) consumer.resume(listOf(state))
  }
  const join = (assigned: Record<string, number[]>): Assignment => {
    revoke()
    controller = new AbortController()
    partitions = Object.entries(assigned).flatMap(([topic, ids]) => ids.map((partition) => ({ topic, partition })))
    states = assignedPartitions(partitions)
    for (const of of partitions) consumer.pause(listOf(of))
    const { signal } = controller
    const start = (of: TopicPartition, offset: bigint) => {
      const state = signal.aborted ? undefined : states.find(of)
      if (state) readFrom(state, offset)
      return state !== undefined
    }
    return { partitions, signal, start }
  }
  const pause = (of: TopicPartition) => {
    const state = states.find(of)
    if (!state) return
    state.isPaused = true
    if (!controller.signal.aborted) consumer.pause(listOf(of))
  }
  const resume = (of: TopicPartition) => {
    const state = states.find(of)
    if (!state) return
    state.isPaused = false
    if (state.isReading && !controller.signal.aborted) consumer.resume(listOf(of))
  }
  const now = { partitions: () => partitions, states: () => states, signal: () => controller.signal }
  return { ...now, join, revoke, readFrom, rest, pause, resume }
}
