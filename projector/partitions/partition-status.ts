import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Claim } from './advance.ts'

export const stopReasons = ['gap', 'partitions', 'undecodable', 'refused'] as const
export type StopReason = (typeof stopReasons)[number]

/** Where this process stands with one partition that it was given; a stopped one waits for an operator. */
export type PartitionState =
  | { state: 'claiming' }
  | { state: 'running'; claim: Claim; next: number }
  | { state: 'stopped'; reason: StopReason; detail: string }

/**
 * `next` is the offset behind what this process knows to be applied, in every state; null before it knows. `failure` says why
 * the last batch was put back, `failures` how often in a row; progress clears both.
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

/** The statuses of the partitions that this process has now; a new assignment replaces them all. */
export function createPartitionStates() {
  let statuses = new Map<string, PartitionStatus>()
  function change(
    { topic, partition }: TopicPartition,
    fields: PartitionState | Partial<Pick<PartitionStatus, 'next' | 'failure' | 'failures' | 'last'>>,
  ): void {
    const found = statuses.get(keyOf({ topic, partition }))
    // A partition that was taken away since then has no status any more.
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
    /** The graph stands at `next`: further than was known, and the batch that was put back had been applied, at least in part. */
    claimed(topicPartition: TopicPartition, claim: Claim, next: number): void {
      const known = statuses.get(keyOf(topicPartition))?.next ?? null
      change(topicPartition, { state: 'running', claim, next })
      if (known !== null && next > known) change(topicPartition, { failure: null, failures: 0 })
    },
    /** The graph stands at an earlier offset than before, as after a restore. */
    setBack: (topicPartition: TopicPartition, next: number): void => change(topicPartition, { next }),
    /** A batch was put back. @returns how many were in a row, this one included */
    failed(topicPartition: TopicPartition, failure: string): number {
      const failures = (statuses.get(keyOf(topicPartition))?.failures ?? 0) + 1
      change(topicPartition, { failure, failures })
      return failures
    },
    /** A batch was applied; `timestamp` is Kafka's of its last record. */
    applied(topicPartition: TopicPartition, claim: Claim, next: number, timestamp?: number): void {
      change(topicPartition, { state: 'running', claim, next })
      change(topicPartition, { failure: null, failures: 0 })
      if (timestamp !== undefined) change(topicPartition, { last: { timestamp, appliedAt: Date.now() } })
    },
    all: () => [...statuses.values()],
  }
}

export type PartitionStates = ReturnType<typeof createPartitionStates>
