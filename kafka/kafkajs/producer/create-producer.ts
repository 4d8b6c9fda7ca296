import { activeTraceparent, inChildSpan } from '../../../process/tracing/spans.ts'
import type { OutgoingRecord } from '../../records.ts'
import type { KafkaConnection } from '../connect.ts'
import { causeOf, isTransient } from '../is-transient.ts'
import type { Compression } from '../patches/codecs.ts'
import { type IdempotentProducer, openIdempotentProducer } from './idempotent-producer.ts'
import { produceRequests } from './produce-requests.ts'

const DEFAULT_TIMEOUT_MS = 10_000
const SAY_EVERY_MS = 5_000
/** After an interruption, a send waits for confirmations, but not for long. */
const INTERRUPTED_MS = 5_000

/** For callers without a retry of their own: longer than Kafka takes to choose new leaders, as long as the clients for Java. */
export const PATIENT_MS = 120_000

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

/** How far a send is: what is not known to be written, and why that takes long. */
type Progress = {
  topics: ReadonlySet<string>
  written: Written[]
  unconfirmed: Set<number>
  late: boolean
  trouble: unknown
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

function reasonOf(error: unknown, topics: ReadonlySet<string>): string {
  const cause = causeOf(error)
  const { type }: { type?: unknown } = Object(cause)
  if (type === 'UNKNOWN_TOPIC_OR_PARTITION') return `Kafka is up and does not have ${[...topics].join(', ')}`
  return cause instanceof Error ? cause.message : String(cause)
}

function sendError(cause: unknown, { unconfirmed, late }: Progress, records: number): KafkaSendError {
  const confirmed = records - unconfirmed.size
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new KafkaSendError(`Kafka confirmed ${confirmed} of ${records} records: ${reason}`, {
    retriable: late || isTransient(cause),
    // A copy: an answer that comes too late would change it.
    unconfirmed: new Set(unconfirmed),
    confirmed,
    cause,
  })
}

/** What the sends of one producer share. */
type Sender = {
  connection: KafkaConnection
  timeoutMs: number
  compression: Compression
  onWait: NonNullable<ProducerOptions['onWait']>
  signal: AbortSignal | undefined
  current: IdempotentProducer | null
}

async function sendAll(producer: IdempotentProducer, records: readonly OutgoingRecord[], progress: Progress) {
  for (const request of produceRequests(records)) {
    await producer.send(request, {
      onConfirmed: ({ topic, partition, positions }, baseOffset) => {
        progress.trouble = null
        progress.written.push({ topic, partition, baseOffset })
        for (const position of positions) progress.unconfirmed.delete(position)
      },
      onTrouble: (error) => {
        progress.trouble = error
      },
    })
  }
}

/** Rejects when the time is up: at the deadline, or 5 s after an interruption. Until then it says that it waits. */
function patience({ onWait, signal }: Sender, deadline: number, progress: Progress) {
  const { promise, reject } = Promise.withResolvers<never>()
  const begun = Date.now()
  const waited = () => seconds(Date.now() - begun)
  const why = () => (progress.trouble === null ? '' : ` (${reasonOf(progress.trouble, progress.topics)})`)
  const giveUp = () => {
    progress.late = true
    reject(new Error(`no confirmation within ${waited()}${why()}. Check that the brokers are running`))
  }
  const timers = [setTimeout(giveUp, Math.max(deadline - begun, 0))]
  const hurry = () => void timers.push(setTimeout(giveUp, INTERRUPTED_MS))
  const say = () =>
    onWait(`Kafka has not confirmed for ${waited()}${why()}. Retrying for up to ${seconds(deadline - begun)}.`)
  timers.push(setInterval(say, SAY_EVERY_MS))
  signal?.addEventListener('abort', hurry, { once: true })
  if (signal?.aborted) hurry()
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    signal?.removeEventListener('abort', hurry)
  }
  return { tooLate: promise, stop }
}

async function sendUntil(sender: Sender, records: readonly OutgoingRecord[], deadline: number): Promise<Written[]> {
  const topics = new Set(records.map(({ topic }) => topic))
  const progress: Progress = { topics, written: [], unconfirmed: new Set(records.keys()), late: false, trouble: null }
  const { tooLate, stop } = patience(sender, deadline, progress)
  sender.current ??= openIdempotentProducer(sender.connection, sender)
  try {
    await Promise.race([sendAll(sender.current, records, progress), tooLate])
    return progress.written
  } catch (error) {
    sender.current.abort()
    sender.current = null
    throw sendError(error, progress, records.length)
  } finally {
    stop()
  }
}

/** Records that belong to no trace yet are of the one that is running, if any: readers of theirs find it. */
function withTraceparent(records: readonly OutgoingRecord[]): readonly OutgoingRecord[] {
  const traceparent = activeTraceparent()
  if (traceparent === null) return records
  return records.map((record) => ({ ...record, headers: { traceparent, ...record.headers } }))
}

/**
 * A producer that waits for all replicas. It connects at the first send, so that the brokers may be away when it is
 * made, and sends one request after the other.
 *
 * It is idempotent within one send, whose repeats carry the same numbers, so that brokers drop them. What a failed send
 * left has numbers too and may still be written; so the next send starts with a new producer id.
 */
export function connectProducer(connection: KafkaConnection, options: ProducerOptions = {}): Producer {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, compression = 'lz4', onWait = () => undefined, signal } = options
  const sender: Sender = { connection, timeoutMs, compression, onWait, signal, current: null }
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false
  return {
    send: (records) => {
      if (isClosed) {
        const outcome = { retriable: false, unconfirmed: new Set(records.keys()), confirmed: 0 }
        return Promise.reject(new KafkaSendError('the producer is closed', outcome))
      }
      const deadline = Date.now() + timeoutMs
      const traced = withTraceparent(records)
      const sent = last.then(() =>
        inChildSpan('producer', 'send', { 'messaging.system': 'kafka' }, () => sendUntil(sender, traced, deadline)),
      )
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
