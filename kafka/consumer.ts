import type { KafkaRecord } from './records.ts'

export type TopicPartition = { topic: string; partition: number }

/** The offset of the first record that is still there, and the offset that the next one will get. */
export type EndOffsets = TopicPartition & { low: bigint; high: bigint }

/** Records of one partition, in order, as they came in one fetch. */
export type RecordBatch = TopicPartition & {
  /** Where the last batch of this partition ended, or where `start` began: the first record may lie beyond it. */
  from: bigint
  /** Where the next batch begins; beyond the last record where a transaction's marker follows. */
  next: bigint
  records: KafkaRecord[]
  /** End of the log when this was fetched. */
  highWatermark: bigint
  /**
   * Set instead of records when the batch at `offset` cannot be decoded. The partition is then at rest until `start`;
   * the reason holds no content.
   */
  undecodable?: { offset: bigint; reason: string }
}

export type BatchControl = {
  /** Tells the broker that this consumer is alive; to be called at least every third of the session timeout. Never throws. */
  heartbeat(): Promise<void>
  /** Says that the batch was not applied: nothing of it counts, and the partition rests until `start`. */
  hold(): void
  /** Whether the partition is still this consumer's, as far as it knows. A process that was stopped knows nothing. */
  isCurrent(): boolean
}

/** The partitions of this consumer until the next change in the group. They rest until each is started. */
export type Assignment = {
  partitions: readonly TopicPartition[]
  /** Aborted when the partitions are no longer this consumer's; `start` does nothing then. */
  signal: AbortSignal
  /** Reads a partition from an offset on; what is on its way from elsewhere is dropped. False when it is not assigned. */
  start(topicPartition: TopicPartition, offset: bigint): boolean
}

/** Records that were wanted are not in the log: it begins later, or it ends earlier (another log under the same name). */
export type Gap = TopicPartition & { wanted: bigint; logStart: bigint; logEnd: bigint }

/** How far a partition is read. `next` and `highWatermark` are null before its start and its first records. */
export type Lag = TopicPartition & { next: bigint | null; highWatermark: bigint | null; isReading: boolean }

export type ConsumerOptions = {
  groupId: string
  topics: string[]
  /** Partitions were given to this consumer, which is to `start` each when it is ready; may take as long as it likes. */
  onAssigned(assignment: Assignment): void | Promise<void>
  /** Partitions are no longer this consumer's (they may come back in the next assignment). */
  onRevoked?(partitions: readonly TopicPartition[]): void
  /** A batch to apply. Settling without `hold` counts it as applied; an error ends the consumer through `onCrash`. */
  onBatch(batch: RecordBatch, control: BatchControl): Promise<void>
  /** Said twice, some seconds apart. The partition rests: nothing is read past the gap unless `start` says so. */
  onGap(gap: Gap): void
  /** The consumer has ended for a reason that waiting does not fix; nothing is called after this. */
  onCrash(error: unknown): void
  /** Batches at a time; default 4. Those of one partition always follow each other. */
  concurrency?: number
  /** How long a gap is doubted before it is asked for again, in ms; default 5 s. */
  gapPauseMs?: number
  /** Silence after which the broker gives the partitions to others, in ms; default 30 s. */
  sessionTimeoutMs?: number
}

export type RunningConsumer = {
  /** Waits for running batches, leaves the group and closes; at most about ten seconds after the last batch ended. */
  stop(): Promise<void>
  pause(topicPartition: TopicPartition): void
  resume(topicPartition: TopicPartition): void
  /** Publishes progress for lag tools. Never throws: what counts is stored elsewhere. */
  commit(offsets: readonly (TopicPartition & { offset: bigint })[]): Promise<void>
  lag(): Lag[]
  /** When the broker last answered as coordinator of the group, in ms since 1970; null before that. */
  lastContactAt(): number | null
}
