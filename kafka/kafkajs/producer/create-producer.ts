import { activeTraceparent, inChildSpan } from '../../../process/tracing/spans.ts'
import { causeOf } from '../../errors.ts'
import { KafkaSendError, type Producer, type ProducerOptions, type Written } from '../../producer.ts'
import type { OutgoingRecord } from '../../records.ts'
import { isTransient } from '../is-transient.ts'
import type { Clients } from '../open-client.ts'
import { IdempotentProducer } from './idempotent-producer.ts'
import { produceRequests } from './produce-requests.ts'

const DEFAULT_TIMEOUT_MS = 10_000
const SAY_EVERY_MS = 5_000
/** How long a send still waits for confirmations after an interruption. */
const INTERRUPTED_MS = 5_000

/** Implements `createProducer` of the port. */
export function createProducer(clients: Clients, options: ProducerOptions = {}): Producer {
  const sender = new Sender(clients, options)
  return { send: (records) => sender.send(records), disconnect: () => sender.disconnect() }
}

/**
 * Runs sends one after the other. Retries within one send have the same sequence numbers, so brokers drop duplicates.
 * Records of a failed send may still be written under their numbers. So the next send starts with a new producer ID.
 */
class Sender {
  readonly #clients: Clients
  readonly #options: ProducerOptions
  #producer: IdempotentProducer | null = null
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(clients: Clients, options: ProducerOptions) {
    this.#clients = clients
    this.#options = options
  }

  send(records: readonly OutgoingRecord[]): Promise<Written[]> {
    if (this.#isClosed) {
      const outcome = { retriable: false, unconfirmed: new Set(records.keys()), confirmed: 0 }
      return Promise.reject(new KafkaSendError('the producer is closed', outcome))
    }
    const deadline = Date.now() + (this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const traced = withTraceparent(records)
    const sent = this.#last.then(() =>
      inChildSpan('producer', 'send', { 'messaging.system': 'kafka' }, () => this.#sendUntil(traced, deadline)),
    )
    this.#last = sent.catch(() => undefined)
    return sent
  }

  async disconnect(): Promise<void> {
    this.#isClosed = true
    await this.#last
    await this.#producer?.close()
    this.#producer = null
  }

  async #sendUntil(records: readonly OutgoingRecord[], deadline: number): Promise<Written[]> {
    const topics = new Set(records.map(({ topic }) => topic))
    const progress: Progress = { topics, written: [], unconfirmed: new Set(records.keys()), late: false, trouble: null }
    const { tooLate, stop } = patience(this.#options, deadline, progress)
    this.#producer ??= new IdempotentProducer(this.#clients, this.#options.compression ?? 'lz4')
    try {
      await Promise.race([sendAll(this.#producer, records, progress), tooLate])
      return progress.written
    } catch (error) {
      this.#producer.abort()
      this.#producer = null
      throw sendError(error, progress, records.length)
    } finally {
      stop()
    }
  }
}

/** Adds the current trace to records without one, so that consumers continue it. */
function withTraceparent(records: readonly OutgoingRecord[]): readonly OutgoingRecord[] {
  const traceparent = activeTraceparent()
  if (traceparent === null) return records
  return records.map((record) => ({ ...record, headers: { traceparent, ...record.headers } }))
}

/** The progress of a send: which records are not confirmed, and why it takes long. */
type Progress = {
  topics: ReadonlySet<string>
  written: Written[]
  unconfirmed: Set<number>
  late: boolean
  trouble: unknown
}

async function sendAll(producer: IdempotentProducer, records: readonly OutgoingRecord[], progress: Progress) {
  for (const request of produceRequests(records)) {
    await producer.send(request, {
      onConfirmed: ({ topic, partition, positions }, baseOffset) => {
        progress.trouble = null
        progress.written.push({ topic, partition, baseOffset, positions })
        for (const position of positions) progress.unconfirmed.delete(position)
      },
      onTrouble: (error) => {
        progress.trouble = error
      },
    })
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

/**
 * Rejects at the deadline, or 5 s after an interruption. Until then it reports periodically that the send is waiting.
 */
function patience({ onWait, signal }: ProducerOptions, deadline: number, progress: Progress) {
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
    onWait?.(`Kafka has not confirmed for ${waited()}${why()}. Retrying for up to ${seconds(deadline - begun)}.`)
  timers.push(setInterval(say, SAY_EVERY_MS))
  signal?.addEventListener('abort', hurry, { once: true })
  if (signal?.aborted) hurry()
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    signal?.removeEventListener('abort', hurry)
  }
  return { tooLate: promise, stop }
}

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
    // Copied, because a late response would change the original.
    unconfirmed: new Set(unconfirmed),
    confirmed,
    cause,
  })
}
