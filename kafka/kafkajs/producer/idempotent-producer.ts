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

/** The sequence numbers of this producer are not those that a broker expects: it lost some, or never had them. */
const SEQUENCE_ERRORS = new Set([
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
])

/** What a sender hears while it waits. */
export type SendListener = {
  /** A leader has said that it and its replicas have this batch. */
  onConfirmed(batch: PartitionBatch, baseOffset: bigint): void
  /** Something failed and is tried again. */
  onTrouble(error: unknown): void
}

/** The batches that are not confirmed, null until their partitions were chosen, and why: what a person must fix comes first. */
type Outcome = { unconfirmed: PartitionBatch[] | null; errors: unknown[] }

/** One producer id at a time, and the numbers by which brokers drop repeats of the same records. Connects at the first send. */
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
   * Sends what is not confirmed yet again and again, until all of it is. Not to be called before the last call is
   * settled, nor after one that failed: what it left may still be written, and has numbers.
   * @throws what a retry does not fix, or anything after `abort`.
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

  /** Stops at once; nothing more is written, but what is on its way may be. */
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

  /** Each partition gets one batch at a time, so that a number is free again only when the batch before is confirmed. */
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

  /** An error response leaves the connection usable; after anything else (no response, no connection) a new link begins. */
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

/** The number that the next record of each partition gets under a producer id. */
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
