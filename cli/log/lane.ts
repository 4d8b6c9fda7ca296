import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Producer } from '../../kafka/producer.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import { LogDigest } from './log-digest.ts'
import { partitionName } from './log-reader.ts'
import type { Selected } from './selection.ts'

/** Bytes of records that are sent at once. */
const SEND_BYTES = 1024 * 1024
const RECORD_BYTES = 100

/** The records that a partition has already, and their digest. */
export interface Existing {
  count: number
  sha256: string
}

/** How a lane appends records. */
export interface Sending {
  producer: Producer
  /** Called after each confirmed send with the number of its records. */
  onCopied(records: number): void
  /** Called after each confirmed send, so that the consumer keeps its partitions. */
  heartbeat(): Promise<void>
}

/**
 * One partition of the copy. It takes the records of the source in order. The first selected ones must be those that
 * the partition has already, and all others are appended. So the partition itself tells where to continue.
 */
export class Lane {
  readonly target: TopicPartition
  readonly #select: (record: KafkaRecord) => Selected
  readonly #digest = new LogDigest()
  #existing: Existing = { count: 0, sha256: '' }
  readonly counts = { source: 0, leftOut: 0, unattributed: 0, copied: 0 }

  constructor(target: TopicPartition, select: (record: KafkaRecord) => Selected) {
    this.target = target
    this.#select = select
  }

  /** Number of records that were selected up to here, and their digest. */
  get selected(): Existing {
    return { count: this.#digest.count, sha256: this.#digest.hex() }
  }

  /** Number of records that the partition had before this copy. */
  get existing(): number {
    return this.#existing.count
  }

  /** Whether the source has provided all records that the partition has already. */
  get isVerified(): boolean {
    return this.#digest.count >= this.#existing.count
  }

  /** Sets the records that the partition has already. Call it before anything is appended. */
  expect(existing: Existing): void {
    this.#existing = existing
    this.#verify()
  }

  /**
   * Takes records of the source up to `end`, and returns the number of those taken. Without `sending`, nothing is
   * appended: it takes records only until `isVerified`, or all of them if `isDryRun`.
   * @throws Error when the partition contains other records, or another program writes to it
   */
  async take(records: readonly KafkaRecord[], sending: Sending | null, isDryRun = false): Promise<number> {
    let chunk: KafkaRecord[] = []
    let bytes = 0
    const flush = async () => {
      if (sending && chunk.length > 0) await this.#append(chunk, sending)
      chunk = []
      bytes = 0
    }
    for (const [at, record] of records.entries()) {
      if (!sending && !isDryRun && this.isVerified) return at
      const isNew = this.isVerified
      if (!this.#passes(record) || !isNew || !sending) continue
      chunk.push(record)
      bytes += RECORD_BYTES + (record.key?.length ?? 0) + (record.value?.length ?? 0)
      if (bytes >= SEND_BYTES) await flush()
    }
    await flush()
    return records.length
  }

  /** Counts a record, and returns whether it is selected. */
  #passes(record: KafkaRecord): boolean {
    const { isTaken, isUnattributed } = this.#select(record)
    this.counts.source += 1
    if (isUnattributed) this.counts.unattributed += 1
    if (!isTaken) {
      this.counts.leftOut += 1
      return false
    }
    this.#digest.add(record)
    this.#verify()
    return true
  }

  #verify(): void {
    const { count, sha256 } = this.#existing
    if (count > 0 && this.#digest.count === count && this.#digest.hex() !== sha256) throw this.isOther()
  }

  /** The error for a partition that does not contain the beginning of the selection. */
  isOther(): Error {
    return new Error(
      `${partitionName(this.target)} contains other records than this command would copy, so nothing was added to it. ` +
        'Use the options of the first run, choose another prefix, or delete the topic',
    )
  }

  /** Every confirmed offset must follow the last one: otherwise, another program has written in between. */
  async #append(records: readonly KafkaRecord[], { producer, onCopied, heartbeat }: Sending): Promise<void> {
    const written = await producer.send(
      records.map(({ key, value, headers, timestamp }) => ({ ...this.target, key, value, headers, timestamp })),
    )
    for (const { baseOffset, positions } of written) {
      if (baseOffset !== BigInt(this.#existing.count + this.counts.copied))
        throw new Error(
          `Another program writes to ${partitionName(this.target)}. Stop it, delete the topic, and start over`,
        )
      this.counts.copied += positions.length
      onCopied(positions.length)
    }
    await heartbeat()
  }
}
