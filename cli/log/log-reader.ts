import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type { RecordBatch, RunningConsumer, TopicPartition } from '../../kafka/consumer.ts'
import type { KafkaRecord } from '../../kafka/records.ts'

const POLL_MS = 50

/** A partition by name, as in `tenantdata.bom.v1/3`. */
export const partitionName = ({ topic, partition }: TopicPartition) => `${topic}/${partition}`

/** Offsets by the name of their partition. */
export type Offsets = ReadonlyMap<string, bigint>

export interface LogReaderOptions {
  topics: string[]
  /** The first offset of each partition. Other partitions are not read. */
  from: Offsets
  /** Called with consecutive records of a partition. The next records of the partition wait until it settles. */
  onRecords(
    topicPartition: TopicPartition,
    records: readonly KafkaRecord[],
    control: { heartbeat(): Promise<void> },
  ): Promise<void>
}

/**
 * Reads partitions of several topics until it is closed, also records that arrive in the meantime. It uses a temporary
 * consumer group like `readTopic`, and reads each record once, whatever happens to the group.
 */
export class LogReader {
  readonly #connection: KafkaConnection
  readonly #options: LogReaderOptions
  readonly #groupId = `tda-read-${randomUUID()}`
  readonly #positions: Map<string, bigint>
  /** The last handler of each partition. A broker can assign a partition again before its handler has settled. */
  readonly #last = new Map<string, Promise<void>>()
  readonly #consumer: RunningConsumer
  #failure: { error: unknown } | null = null
  #isClosed = false

  constructor(connection: KafkaConnection, options: LogReaderOptions) {
    this.#connection = connection
    this.#options = options
    this.#positions = new Map(options.from)
    this.#consumer = connection.consume({
      groupId: this.#groupId,
      topics: options.topics,
      onAssigned: ({ partitions, start }) => {
        for (const one of partitions) {
          const next = this.#positions.get(partitionName(one))
          if (next !== undefined) start(one, next)
        }
      },
      onBatch: (batch, control) => this.#inOrder(batch, () => this.#take(batch, control)),
      onGap: ({ topic, partition, wanted }) =>
        this.#fail(new Error(`${topic}: the record at ${partition}:${wanted} was deleted after its retention`)),
      onCrash: (error) => this.#fail(error),
    })
  }

  /** The offset of the next record of each partition. It is behind the markers of transactions. */
  positions(): Offsets {
    return this.#positions
  }

  /**
   * Waits until all records before these offsets were handled, or until the signal is aborted.
   * @throws the error of a handler or of Kafka
   */
  async reach(ends: Offsets, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted) {
      this.check()
      const positions = this.positions()
      if ([...ends].every(([name, end]) => (positions.get(name) ?? end) >= end)) return
      await delay(POLL_MS)
    }
  }

  /** @throws the error because of which reading has ended, if it has */
  check(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** Waits for running handlers. No other handler is called afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#consumer.stop()
    await Promise.all(this.#last.values())
    await this.#connection.withAdmin((admin) => admin.deleteGroup(this.#groupId)).catch(() => undefined)
  }

  #inOrder(batch: RecordBatch, handle: () => Promise<void>): Promise<void> {
    const name = partitionName(batch)
    const handled = (this.#last.get(name) ?? Promise.resolve())
      .then(() => (this.#isClosed || this.#failure ? undefined : handle()))
      .catch((error: unknown) => this.#fail(error))
    this.#last.set(name, handled)
    return handled
  }

  async #take(batch: RecordBatch, control: { heartbeat(): Promise<void> }): Promise<void> {
    const { topic, partition, undecodable, next } = batch
    if (undecodable) {
      const { offset, reason } = undecodable
      throw new Error(`${topic}: the batch at ${partition}:${offset} cannot be read: ${reason}`)
    }
    const name = partitionName(batch)
    const from = this.#positions.get(name) ?? 0n
    const records = batch.records.filter(({ offset }) => offset >= from)
    if (records.length > 0) await this.#options.onRecords({ topic, partition }, records, control)
    if (next > from) this.#positions.set(name, next)
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
  }
}
