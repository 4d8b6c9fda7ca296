import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { causeOf } from '../../errors.ts'
import type { Compression } from '../../producer.ts'
import { isTransient } from '../is-transient.ts'
import type { Clients } from '../open-client.ts'
import { type BatchResult, LeaderLink, type ProducerId } from './leader-link.ts'
import { type PartitionBatch, partitionBatches, partitionChooser, topicPartitionKey } from './partition-batches.ts'
import type { OutgoingMessage } from './produce-requests.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const SEQUENCE_NUMBERS = 2 ** 31

/** Errors which mean that the broker expects other sequence numbers: it has lost some, or never had the producer ID. */
const SEQUENCE_ERRORS = new Set([
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
])

/** Callbacks of a send in progress. */
export type SendListener = {
  /** Called when a leader has confirmed that it and its in-sync replicas have the batch. */
  onConfirmed(batch: PartitionBatch, baseOffset: bigint): void
  /** Called when something failed and is retried. */
  onTrouble(error: unknown): void
}

/**
 * The unconfirmed batches, null before partitions are assigned, and the errors. Errors that a person must fix come
 * first.
 */
type Outcome = { unconfirmed: PartitionBatch[] | null; errors: unknown[] }

/**
 * Sends records with a producer ID and sequence numbers, by which brokers drop duplicates. Connects at the first send.
 */
export class IdempotentProducer {
  readonly #clients: Clients
  readonly #compression: Compression
  readonly #choose = partitionChooser()
  #link: LeaderLink | null = null
  #sequences: Sequences | null = null
  #isEnded = false

  constructor(clients: Clients, compression: Compression) {
    this.#clients = clients
    this.#compression = compression
  }

  /**
   * Sends unconfirmed batches until all are confirmed. It must not be called before the previous call has settled, nor
   * after one that failed, because records of the failed call may still be written under their numbers.
   * @throws errors that a retry cannot fix, or any error after `abort`
   */
  async send(messages: readonly OutgoingMessage[], listener: SendListener): Promise<void> {
    let unconfirmed: Outcome['unconfirmed'] = null
    for (let failures = 0; ; failures += 1) {
      const outcome = await this.#attempt(messages, unconfirmed, listener)
      const [firstError] = outcome.errors
      if (outcome.errors.length === 0) return
      unconfirmed = outcome.unconfirmed
      if (this.#isEnded || !isTransient(firstError)) throw firstError
      listener.onTrouble(firstError)
      await this.#recover(outcome.errors)
      await delay(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS))
      if (this.#isEnded) throw firstError
    }
  }

  async close(): Promise<void> {
    this.#isEnded = true
    await this.#link?.close()
  }

  /** Stops immediately. Nothing more is sent, but requests in transit may still be written. */
  abort(): void {
    this.#isEnded = true
    this.#link?.abort()
  }

  async #attempt(
    messages: readonly OutgoingMessage[],
    unconfirmed: Outcome['unconfirmed'],
    listener: SendListener,
  ): Promise<Outcome> {
    try {
      this.#link ??= new LeaderLink(this.#clients, this.#compression)
      const link = this.#link
      await link.know([...new Set(messages.map(({ topic }) => topic))])
      const batches = unconfirmed ?? partitionBatches(messages, (topic) => link.partitionsOf(topic), this.#choose)
      return outcomeOf(await this.#produce(link, batches, listener))
    } catch (error) {
      return { unconfirmed, errors: [error] }
    }
  }

  /** Sends one batch for each partition at a time. The sequence number advances only when a batch is confirmed. */
  async #produce(link: LeaderLink, batches: readonly PartitionBatch[], { onConfirmed }: SendListener) {
    this.#sequences ??= new Sequences(await link.newProducerId())
    const sequences = this.#sequences
    const numbered = batches.map((batch) => ({ batch, firstSequence: sequences.nextOf(batch) }))
    const results = await link.produce(numbered, sequences.producerId)
    for (const result of results) {
      if (!('baseOffset' in result)) continue
      sequences.advance(result.batch)
      onConfirmed(result.batch, result.baseOffset)
    }
    return results
  }

  /**
   * After an error response the connection is still usable. After anything else (no response, no connection) a new link
   * is opened.
   */
  async #recover(errors: readonly unknown[]): Promise<void> {
    if (errors.some(isSequenceError)) this.#sequences = null
    if (errors.every(isErrorResponse)) {
      const isLearned = await this.#link?.learn().then(
        () => true,
        () => false,
      )
      if (isLearned) return
    }
    this.#link?.abort()
    this.#link = null
  }
}

/** The next sequence number of each partition under a producer ID. */
class Sequences {
  readonly producerId: ProducerId
  readonly #next = new Map<string, number>()

  constructor(producerId: ProducerId) {
    this.producerId = producerId
  }

  nextOf(batch: PartitionBatch): number {
    return this.#next.get(topicPartitionKey(batch)) ?? 0
  }

  advance(batch: PartitionBatch): void {
    this.#next.set(topicPartitionKey(batch), (this.nextOf(batch) + batch.messages.length) % SEQUENCE_NUMBERS)
  }
}

function outcomeOf(results: readonly BatchResult[]): Outcome {
  const failed = results.filter((result) => 'error' in result)
  const errors = failed.map(({ error }) => error)
  return {
    unconfirmed: failed.map(({ batch }) => batch),
    errors: errors.sort((a, b) => Number(isTransient(a)) - Number(isTransient(b))),
  }
}

function isErrorResponse(error: unknown): boolean {
  return causeOf(error) instanceof kafkajs.KafkaJSProtocolError
}

function isSequenceError(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof kafkajs.KafkaJSProtocolError && SEQUENCE_ERRORS.has(cause.type)
}
