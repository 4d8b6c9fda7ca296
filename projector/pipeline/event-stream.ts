import type { Graph, Run } from '../../cypher/connect.ts'
import type { Dead } from '../../domain/events/decode-envelope.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import type { Fault } from '../../schemas/checking/check-value.ts'
import type { Organization } from '../../schemas/credentials.ts'
import type { DeadReason } from '../../schemas/records/record-events.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import type { Claim } from '../partitions/advance.ts'
import type { MutexOf } from '../partitions/organization-mutex.ts'
import type { Write } from '../records/writes.ts'

/** One record of a partition; offsets stay far below 2^53. */
export type PartitionRecord = Omit<KafkaRecord, 'offset'> & { offset: number }

/** Consecutive records of a partition: its offset is `from` before them and `to` after them. */
export interface Chunk {
  records: readonly PartitionRecord[]
  from: number
  to: number
}

/** What every event says of itself: its organization, its source, and the source's time of it. */
export interface SourceEvent {
  organization: string
  source: string
  time: string
}

/** What a record is: an event, none that means anything, or one that cannot be read. */
export type Decoded<Event extends SourceEvent> = { outcome: 'event'; event: Event } | { outcome: 'ignored' } | Dead

/** An accepted event with the record that it came in. */
export interface Entry<Event extends SourceEvent> {
  record: PartitionRecord
  event: Event
}

/** A rejected record. */
export interface DeadRecord {
  record: PartitionRecord
  reason: DeadReason
  detail: string
  faults?: readonly Fault[]
  /** The organization that it is attributed to, or null. */
  organization: string | null
}

/** Consecutive records that one transaction takes, classified. */
export interface Step<Event extends SourceEvent> {
  from: number
  to: number
  entries: Entry<Event>[]
  dead: DeadRecord[]
  /** How many records mean nothing. */
  ignored: number
  /** Keys of the organizations that the events may belong to. */
  registered: ReadonlySet<string>
}

/** The events of one organization in a transaction, and what writes of it. */
export interface Application<Event extends SourceEvent> {
  run: Run
  write: Write
  organization: string
  entries: readonly Entry<Event>[]
}

/** The result of the events of one organization. */
export interface Applied {
  /** Offsets of those that were stale; all others are applied. */
  stale: ReadonlySet<number>
  /** Writes what has to come after the outcomes by source: their locks let transactions pass one after the other. */
  writeLast?(): void
}

/** What the events of a step lead to. */
export interface Plan<Event extends SourceEvent> {
  /** Events that are rejected although they could be read and were accepted. */
  dead: readonly DeadRecord[]
  /** Writes what the events of one organization lead to; may be called again when the transaction is. */
  apply(application: Application<Event>): Promise<Applied>
  /** Called once after the commit. */
  committed(): Promise<void>
}

/** A step of which nothing is to be written beside the outcomes of its events. */
export const nothingToApply: Plan<never> = {
  dead: [],
  apply: async () => ({ stale: new Set() }),
  committed: async () => undefined,
}

/** What a pipeline has to know of the events of a topic. */
export interface EventStream<Event extends SourceEvent> {
  /** Reads a record of a partition. What the contract does not allow is dead, and nothing is thrown for it. */
  decode(record: PartitionRecord, partition: number): Decoded<Event>
  /** The type of an event, as its envelope has it. */
  typeOf(event: Event): string
  /** Whether an event takes a transaction to itself. */
  isAlone(event: Event): boolean
  /**
   * What accepted events lead to. It may read, and write what no reader sees yet.
   * @throws Fenced when the partition was taken away, GraphError
   */
  plan(step: Step<Event>, claim: Claim, isCurrent: () => boolean): Promise<Plan<Event>>
  /** What it leads to that an event is rejected as unprocessable. */
  planUnprocessable(dead: DeadRecord, claim: Claim, organizations: readonly Organization[]): Promise<Plan<Event>>
}

/** What the steps of a pipeline work with. */
export interface PipelineContext {
  graph: Graph
  metrics: ProjectorMetrics
  log: Log
  /** Gives each transaction that writes about organizations its turn. */
  mutexOf: MutexOf
  /** Publishes dead letters of the chunk that begins at `from`; resolves when every replica in sync has them. */
  publishDeadLetters(dead: readonly DeadRecord[], topicPartition: TopicPartition, from: number): Promise<void>
}
