import kafkajs from 'kafkajs'
import { closeWithin } from './close-within.ts'
import { type Compression, compressionTypes } from './codecs.ts'
import type { KafkaConnection } from './connect.ts'
import { causeOf } from './is-transient.ts'
import type { ProduceRequest } from './produce-requests.ts'

const { Partitioners } = kafkajs

const ALL_REPLICAS = -1
const CLOSE_MS = 2_000

/** Few, as the sender itself tries until its time is up, and what kafkajs retries cannot be called back. */
const RETRY = { initialRetryTime: 100, retries: 1 }

/** Where the first record of a request went, for each partition. */
export type Written = { topic: string; partition: number; baseOffset: bigint }

/** One producer id, and the numbers by which a broker drops repeats of the same records. */
export type IdempotentProducer = {
  /** Not to be called before the last one is settled. @throws what kafkajs throws. */
  send(request: ProduceRequest): Promise<Written[]>
  close(): Promise<void>
  /** Stops at once; nothing more is written, but what is on its way may be. */
  abort(): void
}

/**
 * Whether kafkajs, asked again after this error, sends the same records under the same numbers, so that the broker drops
 * them if they did arrive. After other errors its numbers and the broker's may differ.
 */
export function keepsNumbers(error: unknown): boolean {
  const cause = causeOf(error)
  return typeof cause === 'object' && cause !== null && 'retriable' in cause && cause.retriable === true
}

/** Connects at the first send. */
export function openIdempotentProducer(
  connection: KafkaConnection,
  options: { compression: Compression; timeoutMs: number },
): IdempotentProducer {
  const client = connection.open({ retry: RETRY })
  const producer = client.kafka.producer({
    idempotent: true,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: RETRY,
  })
  const compression = compressionTypes[options.compression]
  let connected = false
  return {
    abort: client.abort,
    send: async ({ topicMessages }) => {
      if (!connected) await producer.connect()
      connected = true
      const written = await producer.sendBatch({
        acks: ALL_REPLICAS,
        timeout: options.timeoutMs,
        compression,
        topicMessages,
      })
      return written.map(({ topicName, partition, baseOffset }) => ({
        topic: topicName,
        partition,
        baseOffset: BigInt(baseOffset ?? -1),
      }))
    },
    close: async () => {
      await closeWithin(CLOSE_MS, () => producer.disconnect())
      client.abort()
    },
  }
}
