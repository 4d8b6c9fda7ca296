import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Claim } from './advance.ts'

export const stopReasons = ['gap', 'partitions', 'undecodable', 'refused'] as const
export type StopReason = (typeof stopReasons)[number]

/** The state of a partition that is assigned to this process. A stopped partition waits for an operator. */
export type PartitionState =
  | { state: 'claiming' }
  | { state: 'running'; claim: Claim; next: number }
  | { state: 'stopped'; reason: StopReason; detail: string }

/**
 * `next` is the offset after the last record that this process knows to be applied, in every state; null before the
 * first claim. `failure` is the reason why the last batch failed, and `failures` is the number of failures in a row.
 * Progress clears both.
 */
export type PartitionStatus = TopicPartition &
  PartitionState & {
    next: number | null
    failure: string | null
    failures: number
    last?: { timestamp: number; appliedAt: number }
  }

export function keyOf({ topic, partition }: TopicPartition): string {
  return `${topic}/${partition}`
}

/** Holds the statuses of the assigned partitions. A new assignment replaces all of them. */
export function createPartitionStates() {
  let statuses = new Map<string, PartitionStatus>()
  function change(
    { topic, partition }: TopicPartition,
    fields: PartitionState | Partial<Pick<PartitionStatus, 'next' | 'failure' | 'failures' | 'last'>>,
  ): void {
    const found = statuses.get(keyOf({ topic, partition }))
    // The partition may have been revoked since the caller read its status; then there is nothing to change.
    if (found) statuses.set(keyOf(found), { ...found, ...fields, topic, partition } as PartitionStatus)
  }
  return {
    replace(topicPartitions: readonly TopicPartition[]): void {
      statuses = new Map(
        topicPartitions.map(({ topic, partition }) => [
          keyOf({ topic, partition }),
          { topic, partition, state: 'claiming', next: null, failure: null, failures: 0 },
        ]),
      )
    },
    get: (topicPartition: TopicPartition) => statuses.get(keyOf(topicPartition)),
    set: (topicPartition: TopicPartition, state: PartitionState): void => change(topicPartition, state),
    /**
     * The partition is claimed at the offset `next` of the graph. If `next` is larger than before, the failed batch was
     * applied at least in part, so the count of failures starts over.
     */
    claimed(topicPartition: TopicPartition, claim: Claim, next: number): void {
      const known = statuses.get(keyOf(topicPartition))?.next ?? null
      change(topicPartition, { state: 'running', claim, next })
      if (known !== null && next > known) change(topicPartition, { failure: null, failures: 0 })
    },
    /** The offset stored in the graph is lower than before, for example after a restore. */
    setBack: (topicPartition: TopicPartition, next: number): void => change(topicPartition, { next }),
    /** Records that a batch failed. @returns the number of failures in a row, including this one */
    failed(topicPartition: TopicPartition, failure: string): number {
      const failures = (statuses.get(keyOf(topicPartition))?.failures ?? 0) + 1
      change(topicPartition, { failure, failures })
      return failures
    },
    /** Records that a batch was applied. `timestamp` is the Kafka timestamp of its last record. */
    applied(topicPartition: TopicPartition, claim: Claim, next: number, timestamp?: number): void {
      change(topicPartition, { state: 'running', claim, next })
      change(topicPartition, { failure: null, failures: 0 })
      if (timestamp !== undefined) change(topicPartition, { last: { timestamp, appliedAt: Date.now() } })
    },
    all: () => [...statuses.values()],
  }
}

export type PartitionStates = ReturnType<typeof createPartitionStates>
