import type { Graph, Run } from '../../cypher/connect.ts'
import type { Dead } from '../../domain/events/decode-envelope.ts'
import type { NamedFault } from '../../domain/events/named-fault.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import type { Organization } from '../../schemas/credentials.ts'
import type { DeadReason } from '../../schemas/records/record-events.ts'
import type { RecordChange } from '../feed/applied-change.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import type { Claim } from '../partitions/advance.ts'
import type { MutexOf } from '../partitions/organization-mutex.ts'
import type { Write } from '../records/writes.ts'

/** One record of a partition, with the offset as a number. Offsets stay far below 2^53. */
export type PartitionRecord = Omit<KafkaRecord, 'offset'> & { offset: number }

/** Consecutive records of a partition: its offset is `from` before them and `to` after them. */
export interface Chunk {
  records: readonly PartitionRecord[]
  from: number
  to: number
}

/** Attributes that every event contains: its organization, its source, and its time in the source. */
export interface SourceEvent {
  organization: string
  source: string
  time: string
}

/** The result of decoding a record: an event, a record that is ignored, or an unreadable one. */
export type Decoded<Event extends SourceEvent> = { outcome: 'event'; event: Event } | { outcome: 'ignored' } | Dead

/** An accepted event with the record that it came in. */
export interface Entry<Event extends SourceEvent> {
  record: PartitionRecord
  event: Event
}

/** A rejected record with its reason. */
export interface DeadRecord {
  record: PartitionRecord
  reason: DeadReason
  detail: string
  faults?: readonly NamedFault[]
  /** The organization to which the record is attributed, or null if there is none. */
  organization: string | null
  /** The number of rejected events that its dead letter stands for; default 1. */
  count?: number
  /** Whether it is counted with the dead letter of an earlier event, and has none of its own. Its plan counts it. */
  isCounted?: boolean
}

/** Consecutive classified records for one transaction. */
export interface Step<Event extends SourceEvent> {
  from: number
  to: number
  entries: Entry<Event>[]
  dead: DeadRecord[]
  /** Number of ignored records. */
  ignored: number
  /** Number of records of organizations whose events another claim applies. */
  deferred: number
  /** Number of records of purged organizations, of which nothing is kept. */
  purged: number
  /** Keys of the registered organizations among those that the events name. */
  registered: ReadonlySet<string>
}

/** The events of one organization in a transaction, and the functions that write them. */
export interface Application<Event extends SourceEvent> {
  run: Run
  write: Write
  /** Adds a change that readers see to the feed of the partition. */
  recordChange: RecordChange
  organization: string
  entries: readonly Entry<Event>[]
}

/** The result of applying the events of one organization. */
export interface Applied {
  /** Offsets of stale events. All others were applied. */
  stale: ReadonlySet<number>
  /**
   * Writes counters that many transactions share. It is called last, because other transactions wait for these locks.
   */
  writeLast?(): void
}

/** What a step writes for its events. */
export interface Plan<Event extends SourceEvent> {
  /** Events that are rejected although they are readable and their source is accepted. */
  dead: readonly DeadRecord[]
  /** Writes the changes of one organization's events. It is called again when the transaction is retried. */
  apply(application: Application<Event>): Promise<Applied>
  /** Called once after the commit. */
  committed(): Promise<void>
}

/** The plan of a step that changes nothing but the counts of outcomes. */
export const nothingToApply: Plan<never> = {
  dead: [],
  apply: async () => ({ stale: new Set() }),
  committed: async () => undefined,
}

/** The functions by which a pipeline handles the events of a topic. */
export interface EventStream<Event extends SourceEvent> {
  /** Decodes a record. A record that breaks the contract is returned as dead. Nothing is thrown for it. */
  decode(record: PartitionRecord, partition: number): Decoded<Event>
  /** The `type` of an event's envelope. */
  typeOf(event: Event): string
  /** Whether an event needs a transaction to itself. */
  isAlone(event: Event): boolean
  /**
   * Plans the changes of accepted events. It may read the graph, and write rows that readers cannot see yet.
   * @throws Fenced when the partition was revoked, GraphError
   */
  plan(step: Step<Event>, claim: Claim, isCurrent: () => boolean): Promise<Plan<Event>>
  /** Plans the changes that follow from rejecting an event as unprocessable, such as the failure of its publication. */
  planUnprocessable(dead: DeadRecord, claim: Claim, organizations: readonly Organization[]): Promise<Plan<Event>>
}

/** The connections and tools that all steps of a pipeline share. */
export interface PipelineContext {
  graph: Graph
  metrics: ProjectorMetrics
  log: Log
  /** Prevents concurrent transactions of this process about the same organization. */
  mutexOf: MutexOf
  /** Publishes dead letters of the chunk that begins at `from`. Resolves when every in-sync replica has them. */
  publishDeadLetters(dead: readonly DeadRecord[], topicPartition: TopicPartition, from: number): Promise<void>
}
