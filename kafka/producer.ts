import type { OutgoingRecord } from './records.ts'

/** For callers without a retry of their own: longer than Kafka takes to choose new leaders, as long as the clients for Java. */
export const PATIENT_MS = 120_000

/** How a producer packs its batches. */
export const compressions = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const
export type Compression = (typeof compressions)[number]

export type ProducerOptions = {
  /** How long one send may take, its wait for earlier ones included; default 10 s. */
  timeoutMs?: number
  /** Default lz4. */
  compression?: Compression
  /** Hears every 5 s that a send still waits, and why. */
  onWait?(line: string): void
  /** Once it is aborted, a send waits for at most 5 s more. */
  signal?: AbortSignal
}

/** Where the first record of a request went, for each partition. */
export type Written = { topic: string; partition: number; baseOffset: bigint }

/**
 * A producer that waits for all replicas. It connects at the first send, so that the brokers may be away when it is
 * made, and sends one request after the other.
 *
 * It is idempotent within one send: what is repeated is written once. What a failed send left may still be written.
 */
export type Producer = {
  /**
   * Sends records in order, in requests of up to 900 KiB, and waits until all replicas have them. Records of one partition
   * are written in their order.
   * @returns where the first record of each request and partition went.
   * @throws KafkaSendError, at the latest after `timeoutMs`.
   */
  send(records: readonly OutgoingRecord[]): Promise<Written[]>
  /** Waits for what is being sent, then closes. Later sends are refused. */
  disconnect(): Promise<void>
}

/**
 * Not all records were confirmed. Whether any of the `unconfirmed`, by their positions, is written is unknown, so that
 * sending them again may write them twice; all others are. `retriable` tells whether sending again can help.
 */
export class KafkaSendError extends Error {
  readonly retriable: boolean
  readonly unconfirmed: ReadonlySet<number>
  /** How many records were. */
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
