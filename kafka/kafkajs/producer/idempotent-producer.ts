import { setTimeout as delay } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import type { KafkaConnection } from '../connect.ts'
import { causeOf, isTransient } from '../is-transient.ts'
import type { Compression } from '../patches/codecs.ts'
import { type BatchResult, type LeaderLink, openLeaderLink, type ProducerId } from './leader-link.ts'
import { type PartitionBatch, partitionBatches, partitionChooser, topicPartitionKey } from './partition-batches.ts'
import type { OutgoingMessage } from './produce-requests.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const SEQUENCE_NUMBERS = 2 ** 31

/** The numbers of this producer are not those that a broker expects: it lost some, or never had them. */
const NUMBERS_DIFFER = new Set([
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
])

/** What a sender hears while it waits. */
export type Hears = {
  /** A leader has said that it and its replicas have this batch. */
  onConfirmed(batch: PartitionBatch, baseOffset: bigint): void
  /** Something failed and is tried again. */
  onTrouble(error: unknown): void
}

/** One producer id at a time, and the numbers by which brokers drop repeats of the same records. */
export type IdempotentProducer = {
  /**
   * Sends what is not confirmed yet again and again, until all of it is. Not to be called before the last call is
   * settled, nor after one that failed: what it left may still be written, and has numbers.
   * @throws what a retry does not fix, or anything after `abort`.
   */
  send(messages: readonly OutgoingMessage[], hears: Hears): Promise<void>
  close(): Promise<void>
  /** Stops at once; nothing more is written, but what is on its way may be. */
  abort(): void
}

/** A producer id, and the number that the next record of each partition gets under it. */
type Numbering = { id: ProducerId; next: Map<string, number> }

/** The batches of a request that are not confirmed; null until their partitions were chosen. */
type Left = PartitionBatch[] | null
type Outcome = { left: Left; errors: unknown[] }

function isOfBroker(error: unknown): boolean {
  return causeOf(error) instanceof kafkajs.KafkaJSProtocolError
}

function isAboutNumbers(error: unknown): boolean {
  const cause = causeOf(error)
  return cause instanceof kafkajs.KafkaJSProtocolError && NUMBERS_DIFFER.has(cause.type)
}

/** Those that a person must fix come first. */
function errorsOf(results: readonly BatchResult[]): unknown[] {
  const errors = results.flatMap((response) => ('error' in response ? [response.error] : []))
  return errors.sort((a, b) => Number(isTransient(a)) - Number(isTransient(b)))
}

/** Connects at the first send. */
export function openIdempotentProducer(
  connection: KafkaConnection,
  options: { compression: Compression },
): IdempotentProducer {
  const choose = partitionChooser()
  let link: LeaderLink | null = null
  let numbering: Numbering | null = null
  let isAborted = false

  /** Each partition gets one batch at a time, so that a number is free again only when the batch before is confirmed. */
  async function sendOnce(open: LeaderLink, batches: readonly PartitionBatch[], { onConfirmed }: Hears) {
    numbering ??= { id: await open.newProducerId(), next: new Map() }
    const { id, next } = numbering
    const numbered = batches.map((batch) => ({ batch, firstSequence: next.get(topicPartitionKey(batch)) ?? 0 }))
    const results = await open.produce(numbered, id)
    for (const response of results) {
      if (!('baseOffset' in response)) continue
      const { batch, baseOffset } = response
      next.set(
        topicPartitionKey(batch),
        ((next.get(topicPartitionKey(batch)) ?? 0) + batch.messages.length) % SEQUENCE_NUMBERS,
      )
      onConfirmed(batch, baseOffset)
    }
    return results
  }

  /** An error response leaves the connection usable; after anything else (no response, no connection) all start again. */
  async function heal(errors: readonly unknown[]): Promise<void> {
    if (errors.some(isAboutNumbers)) numbering = null
    if (errors.every(isOfBroker)) {
      const learned = await link?.learn().then(
        () => true,
        () => false,
      )
      if (learned) return
    }
    link?.abort()
    link = null
  }

  async function attempt(messages: readonly OutgoingMessage[], left: Left, hears: Hears): Promise<Outcome> {
    link ??= openLeaderLink(connection, options.compression)
    const open = link
    await open.know([...new Set(messages.map(({ topic }) => topic))])
    const batches = left ?? partitionBatches(messages, open.partitionsOf, choose)
    const results = await sendOnce(open, batches, hears)
    return {
      left: results.flatMap((response) => ('error' in response ? [response.batch] : [])),
      errors: errorsOf(results),
    }
  }

  return {
    async send(messages, hears) {
      let left: Left = null
      for (let failures = 0; ; failures += 1) {
        const before: Left = left
        const failed = (error: unknown): Outcome => ({ left: before, errors: [error] })
        const outcome: Outcome = await attempt(messages, before, hears).catch(failed)
        const { errors } = outcome
        const [firstError] = errors
        if (errors.length === 0) return
        left = outcome.left
        if (isAborted || !isTransient(firstError)) throw firstError
        hears.onTrouble(firstError)
        await heal(errors)
        await delay(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS))
        if (isAborted) throw firstError
      }
    },
    close: async () => {
      isAborted = true
      await link?.close()
    },
    abort: () => {
      isAborted = true
      link?.abort()
    },
  }
}
