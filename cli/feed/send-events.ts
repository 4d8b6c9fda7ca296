import type { KafkaConnection } from '../../kafka/connection.ts'
import { isNobodyThere } from '../../kafka/errors.ts'
import { burstSize, paceOf } from '../../kafka/pace.ts'
import { KafkaSendError, PATIENT_MS, type Producer, type Written } from '../../kafka/producer.ts'
import { type BadLine, EVENT_HEADERS, type FeedEvent, isBad } from './read-event.ts'

export interface SendOptions {
  /** The topics of records and of BOM publications. */
  topics: Record<FeedEvent['topic'], string>
  /** Maximum number of events per second. The default is as fast as Kafka accepts them. */
  rate?: number | undefined
  /** Called with events that Kafka has confirmed. */
  onFed?(events: readonly FeedEvent[]): void
  /** Called with the positions of the events of a batch, when Kafka has confirmed all of them. */
  onWritten?(written: readonly Written[]): void
  onProgress?(line: string): void
  signal?: AbortSignal
}

interface Sending extends SendOptions {
  /** What progress lines say after the number of sent events, such as ` of 500`. */
  total?: string
  /** Whether to skip a bad line and continue. */
  onBadLine?(bad: BadLine): Promise<boolean>
}

const BATCH_EVENTS = 500
const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Sends events in order, each with its key, and waits for all in-sync replicas. Ends at a bad line unless `onBadLine`
 * returns true.
 * @returns the number of events that were sent
 * @throws Error with the number of sent events, when Kafka does not confirm or after an interruption
 */
export async function sendEvents(
  connection: KafkaConnection,
  events: AsyncIterable<FeedEvent | BadLine>,
  options: Sending,
): Promise<number> {
  const { rate = Number.POSITIVE_INFINITY, onProgress, signal, total = '', topics } = options
  await refuseUnreachable(connection, Object.values(topics))
  const producer = connection.createProducer({
    timeoutMs: PATIENT_MS,
    ...(onProgress && { onWait: onProgress }),
    ...(signal && { signal }),
  })
  const say = everySoOften(onProgress)
  const keepPace = paceOf(rate, signal)
  const onBad = options.onBadLine ?? (async () => false)
  let sent = 0
  try {
    for await (const batch of batchesOf(events, burstSize(rate, BATCH_EVENTS), onBad)) {
      await send(producer, batch, sent, options)
      sent += batch.length
      say(() => `Fed ${sent}${total} events.`)
      await keepPace(batch.length)
    }
  } finally {
    await producer.disconnect()
  }
  if (signal?.aborted) throw new Error(`Interrupted after ${sent} events were fed`)
  return sent
}

/**
 * Fails immediately if nothing listens on the addresses of the brokers. Slow brokers and elections of leaders are
 * waited for.
 */
async function refuseUnreachable(connection: KafkaConnection, topics: string[]): Promise<void> {
  await connection.topicIds(topics).catch((error: unknown) => {
    if (isNobodyThere(error)) throw error
  })
}

/** Groups events for sending, limited by number and bytes. Ends at a bad line unless `onBad` returns true. */
async function* batchesOf(
  events: AsyncIterable<FeedEvent | BadLine>,
  most: number,
  onBad: (bad: BadLine) => Promise<boolean>,
): AsyncGenerator<FeedEvent[]> {
  let batch: FeedEvent[] = []
  let bytes = 0
  for await (const read of events) {
    if (isBad(read)) {
      if (await onBad(read)) continue
      break
    }
    batch.push(read)
    bytes += read.value.length
    if (batch.length < most && bytes < BATCH_BYTES) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

async function send(
  producer: Producer,
  batch: readonly FeedEvent[],
  before: number,
  options: SendOptions,
): Promise<void> {
  const { topics, onFed, onWritten } = options
  try {
    const written = await producer.send(
      batch.map(({ topic, key, value }) => ({ topic: topics[topic], key, value, headers: EVENT_HEADERS })),
    )
    onWritten?.(written)
    onFed?.(batch)
  } catch (error) {
    if (!(error instanceof KafkaSendError)) throw error
    const { unconfirmed, confirmed, message: reason } = error
    onFed?.(batch.filter((_, position) => !unconfirmed.has(position)))
    throw new Error(
      `${before + confirmed} events were fed before this error: ${reason}. You can safely feed all of them again`,
    )
  }
}

const SAY_EVERY_MS = 2000

/** Calls `say` at most every two seconds. */
export function everySoOften(say: ((line: string) => void) | undefined): (line: () => string) => void {
  let shownAt = Date.now()
  return (line) => {
    if (!say || Date.now() - shownAt < SAY_EVERY_MS) return
    shownAt = Date.now()
    say(line())
  }
}
