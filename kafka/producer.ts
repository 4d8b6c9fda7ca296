import { setTimeout as delay } from 'node:timers/promises'
import type { Compression } from './codecs.ts'
import type { KafkaConnection } from './connect.ts'
import { type IdempotentProducer, keepsNumbers, openIdempotentProducer, type Written } from './idempotent-producer.ts'
import { isTransient } from './is-transient.ts'
import { type ProduceRequest, produceRequests } from './produce-requests.ts'
import type { OutgoingRecord } from './records.ts'

const DEFAULT_TIMEOUT_MS = 10_000
const RETRY_PAUSE_MS = 200

export type ProducerOptions = {
  /** How long one send may take, its wait for earlier ones included; default 10 s. */
  timeoutMs?: number
  /** Default lz4. */
  compression?: Compression
}

export type Producer = {
  /**
   * Sends records in order, in requests of up to 900 KiB, and waits until all replicas have them.
   * @returns where the first record of each request and partition went.
   * @throws KafkaSendError, at the latest after `timeoutMs`.
   */
  send(records: readonly OutgoingRecord[]): Promise<Written[]>
  /** Waits for what is being sent, then closes. Later sends are refused. */
  disconnect(): Promise<void>
}

/**
 * Not all records were confirmed. The first `confirmed` are written; whether any of the others is, is unknown, so that
 * sending them again may write them twice. `retriable` tells whether doing so can help.
 */
export class KafkaSendError extends Error {
  readonly retriable: boolean
  readonly confirmed: number
  constructor(message: string, outcome: { retriable: boolean; confirmed: number; cause?: unknown }) {
    super(message, { cause: outcome.cause })
    this.name = 'KafkaSendError'
    this.retriable = outcome.retriable
    this.confirmed = outcome.confirmed
  }
}

type Progress = { written: Written[]; confirmed: number; late: boolean }

function sendError(cause: unknown, progress: Progress, records: number): KafkaSendError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `Kafka confirmed ${progress.confirmed} of ${records} records: ${reason}`
  return new KafkaSendError(message, {
    retriable: progress.late || isTransient(cause),
    confirmed: progress.confirmed,
    cause,
  })
}

/** What the sends of one producer share. */
type Sender = {
  connection: KafkaConnection
  timeoutMs: number
  compression: Compression
  current: IdempotentProducer | null
}

function discard(sender: Sender): void {
  sender.current?.abort()
  sender.current = null
}

async function sendRequest(sender: Sender, request: ProduceRequest, progress: Progress): Promise<void> {
  while (!progress.late) {
    try {
      sender.current ??= openIdempotentProducer(sender.connection, sender)
      progress.written.push(...(await sender.current.send(request)))
      progress.confirmed += request.records
      return
    } catch (error) {
      if (!progress.late && !keepsNumbers(error)) discard(sender)
      if (!isTransient(error)) throw error
      await delay(RETRY_PAUSE_MS)
    }
  }
}

async function sendUntil(sender: Sender, records: readonly OutgoingRecord[], deadline: number): Promise<Written[]> {
  const progress: Progress = { written: [], confirmed: 0, late: false }
  const tooLate = Promise.withResolvers<never>()
  const giveUp = () => {
    progress.late = true
    discard(sender)
    tooLate.reject(new Error(`no answer within ${sender.timeoutMs / 1000} s; are the brokers up?`))
  }
  const timer = setTimeout(giveUp, Math.max(deadline - Date.now(), 0))
  const work = async () => {
    for (const request of produceRequests(records)) await sendRequest(sender, request, progress)
  }
  try {
    await Promise.race([work(), tooLate.promise])
    return progress.written
  } catch (error) {
    throw sendError(error, progress, records.length)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A producer that waits for all replicas. It connects at the first send, so that the brokers may be away when it is
 * made, and sends one request after the other.
 *
 * It is idempotent where kafkajs is safe: within one send, whose repeats carry the same numbers. After a failure kafkajs
 * gives the numbers of the lost records to the next ones, which the broker then drops as repeats, in silence; so the
 * next send starts with a new producer id.
 */
export function connectProducer(connection: KafkaConnection, options: ProducerOptions = {}): Producer {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, compression = 'lz4' } = options
  const sender: Sender = { connection, timeoutMs, compression, current: null }
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    send: (records) => {
      if (isClosed)
        return Promise.reject(new KafkaSendError('the producer is closed', { retriable: false, confirmed: 0 }))
      const deadline = Date.now() + timeoutMs
      const sent = last.then(() => sendUntil(sender, records, deadline))
      last = sent.catch(() => undefined)
      return sent
    },
    disconnect: async () => {
      isClosed = true
      await last
      await sender.current?.close()
      sender.current = null
    },
  }
}
