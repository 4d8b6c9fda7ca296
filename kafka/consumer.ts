import type { KafkaRecord } from './records.ts'

export type TopicPartition = { topic: string; partition: number }

/** `low` is the offset of the first record that Kafka still has, `high` the offset of the next record to be written. */
export type EndOffsets = TopicPartition & { low: bigint; high: bigint }

/** Consecutive records of one partition from one fetch. */
export type RecordBatch = TopicPartition & {
  /**
   * The end of the previous batch of this partition, or the offset given to `start`. The first record may have a higher
   * offset.
   */
  from: bigint
  /** The beginning of the next batch. It is beyond the last record plus one if a transaction marker follows. */
  next: bigint
  records: KafkaRecord[]
  /** The end offset of the partition at the time of the fetch. */
  highWatermark: bigint
  /**
   * Set instead of records if the batch at `offset` cannot be decoded. The partition then pauses until `start`. The
   * reason contains nothing of the batch.
   */
  undecodable?: { offset: bigint; reason: string }
}

export type BatchControl = {
  /** Sends a heartbeat to the broker. Call it at least every third of the session timeout. Never throws. */
  heartbeat(): Promise<void>
  /** Marks the batch as not applied. The partition pauses until `start`. */
  hold(): void
  /**
   * Whether the partition is still assigned to this consumer, as far as it knows. A process that was suspended learns
   * of changes late.
   */
  isCurrent(): boolean
}

/** The partitions of this consumer until the next rebalance. Each is paused until it is started. */
export type Assignment = {
  partitions: readonly TopicPartition[]
  /** Aborted when the partitions are revoked. From then on, `start` does nothing. */
  signal: AbortSignal
  /**
   * Reads a partition from an offset on, and drops what was fetched from elsewhere. Returns false if the partition is
   * not assigned.
   */
  start(topicPartition: TopicPartition, offset: bigint): boolean
}

/**
 * The `wanted` offset is not in the partition: the partition begins later or ends earlier, for example because the
 * topic was replaced.
 */
export type Gap = TopicPartition & { wanted: bigint; logStart: bigint; logEnd: bigint }

/** How far a partition was read. `next` is null before `start`, `highWatermark` before the first records. */
export type Lag = TopicPartition & { next: bigint | null; highWatermark: bigint | null; isReading: boolean }

export type ConsumerOptions = {
  groupId: string
  topics: string[]
  /** Called with new partitions. The caller calls `start` for each when it is ready, which may take any time. */
  onAssigned(assignment: Assignment): void | Promise<void>
  /** Called when partitions are revoked. They may be in the next assignment again. */
  onRevoked?(partitions: readonly TopicPartition[]): void
  /**
   * Applies a batch. If it resolves without `hold`, the batch counts as applied. An error ends the consumer through
   * `onCrash`.
   */
  onBatch(batch: RecordBatch, control: BatchControl): Promise<void>
  /** Called when a second request some seconds later confirms the gap. The partition pauses until `start`. */
  onGap(gap: Gap): void
  /**
   * Called when the consumer has ended because of an error that waiting cannot fix. Nothing else is called after this.
   */
  onCrash(error: unknown): void
  /** Maximum number of batches at the same time; default 4. Batches of one partition are never concurrent. */
  concurrency?: number
  /** How long to wait before a gap is checked again, in ms; default 5 s. */
  gapPauseMs?: number
  /** Time without heartbeats after which the broker assigns the partitions to other members, in ms; default 30 s. */
  sessionTimeoutMs?: number
}

export type RunningConsumer = {
  /**
   * Waits for running batches, leaves the group, and closes the connection. Takes at most about 10 s after the last
   * batch.
   */
  stop(): Promise<void>
  pause(topicPartition: TopicPartition): void
  resume(topicPartition: TopicPartition): void
  /**
   * Commits offsets for tools that show the lag. Never throws, because the offsets that matter are stored in the graph.
   */
  commit(offsets: readonly (TopicPartition & { offset: bigint })[]): Promise<void>
  lag(): Lag[]
  /** When the coordinator of the group last responded, in ms since 1970; null before that. */
  lastContactAt(): number | null
}
