import type { OutgoingRecord } from './records.ts'

/**
 * Timeout for callers that do not retry themselves. It is longer than an election of leaders takes, and equal to the
 * default of the Java client.
 */
export const PATIENT_MS = 120_000

/** Compression of record batches. */
export const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const
export type Compression = (typeof compressions)[number]

export type ProducerOptions = {
  /** Timeout of one send, including its wait for earlier sends; default 10 s. */
  timeoutMs?: number
  /** Default: lz4. */
  compression?: Compression
  /** Called every 5 s while a send waits, with the reason. */
  onWait?(line: string): void
  /** After the signal is aborted, a send waits for at most 5 s more. */
  signal?: AbortSignal
}

/**
 * The records of one request in one partition, in order. `positions` are their indexes among the records of the send.
 * The first one has the offset `baseOffset`, and each other one the next offset.
 */
export type Written = { topic: string; partition: number; baseOffset: bigint; positions: readonly number[] }

/**
 * A producer that waits for all in-sync replicas. It connects at the first send, so the brokers may be unavailable when
 * it is created. It sends one request after the other.
 * Within one send it is idempotent: a retried record is written once. Records of a failed send may still be written.
 */
export type Producer = {
  /**
   * Sends records in order, in requests of up to 900 KiB, and waits until all in-sync replicas have them. Records of
   * one partition keep their order.
   * @returns the offsets of the records, by request and partition
   * @throws KafkaSendError, at the latest after `timeoutMs`
   */
  send(records: readonly OutgoingRecord[]): Promise<Written[]>
  /** Waits for running sends, then closes. Later sends are rejected. */
  disconnect(): Promise<void>
}

/**
 * Thrown when Kafka has not confirmed all records. Records at the positions in `unconfirmed` may or may not be written,
 * so sending them again may write them twice. All others are written. `retriable` is whether another attempt can
 * succeed.
 */
export class KafkaSendError extends Error {
  readonly retriable: boolean
  readonly unconfirmed: ReadonlySet<number>
  /** Number of confirmed records. */
  readonly confirmed: number
  constructor(
    message: string,
    outcome: { retriable: boolean; unconfirmed: ReadonlySet<number>; confirmed: number; cause?: unknown },
  ) {
    super(message, { cause: outcome.cause })
    this.name = 'KafkaSendError'
    this.retriable = outcome.retriable
    this.unconfirmed = outcome.unconfirmed
    this.confirmed = outcome.confirmed
  }
}
