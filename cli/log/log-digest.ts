import { createHash } from 'node:crypto'
import type { KafkaRecord } from '../../kafka/records.ts'

/** The length that stands for null. */
const NULL = 0xffffffff

/**
 * Running SHA-256 over the records of one partition, in order. Of each record, it covers the timestamp, the key, the
 * value, and the headers, each after its length, so that different records never give the same input.
 */
export class LogDigest {
  readonly #hash = createHash('sha256')
  #count = 0

  /** Number of records. */
  get count(): number {
    return this.#count
  }

  add({ timestamp, key, value, headers }: Omit<KafkaRecord, 'offset'>): void {
    const time = Buffer.alloc(8)
    time.writeBigInt64BE(BigInt(timestamp))
    this.#hash.update(time)
    this.#addBytes(key)
    this.#addBytes(value)
    const entries = Object.entries(headers)
    this.#addLength(entries.length)
    for (const [name, given] of entries) {
      const values = [given].flat()
      this.#addBytes(Buffer.from(name, 'utf8'))
      this.#addLength(values.length)
      for (const one of values) this.#addBytes(one)
    }
    this.#count += 1
  }

  /** The SHA-256 of the records up to here, in hexadecimal. */
  hex(): string {
    return this.#hash.copy().digest('hex')
  }

  #addBytes(bytes: Buffer | null): void {
    this.#addLength(bytes?.length ?? NULL)
    if (bytes) this.#hash.update(bytes)
  }

  #addLength(length: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(length)
    this.#hash.update(bytes)
  }
}
