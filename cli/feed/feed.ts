import type { Readable } from 'node:stream'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { isNobodyThere } from '../../kafka/errors.ts'
import { burstSize, paceOf } from '../../kafka/pace.ts'
import { KafkaSendError, PATIENT_MS, type Producer } from '../../kafka/producer.ts'
import { linesOf, openInput } from './event-lines.ts'
import { type BadLine, EVENT_HEADERS, type FeedEvent, isBad, readEvent } from './read-event.ts'
import { openRepeats, type Repeat } from './repeats.ts'

export interface InputOptions {
  /** Path of the NDJSON file; `-` is standard input. */
  file: string
  stdin?: Readable
  onBad?(bad: BadLine): void | Promise<void>
  onProgress?(line: string): void
  signal?: AbortSignal
}

export interface Checked {
  good: number
  bad: number
}

/** Validates every line. With `onRepeat`, it also finds events that would change nothing. */
export async function checkFile(
  options: InputOptions & { onRepeat?(repeat: Repeat): void | Promise<void> },
): Promise<Checked & { repeats: number }> {
  const { onBad, onRepeat, onProgress } = options
  const repeats = onRepeat && openRepeats()
  const counts = { good: 0, bad: 0, repeats: 0 }
  const say = everySoOften(onProgress)
  try {
    for await (const read of eventsOf(options)) {
      if (isBad(read)) await onBad?.(read)
      counts[isBad(read) ? 'bad' : 'good']++
      const repeat = isBad(read) ? null : repeats?.find(read)
      if (repeat) {
        counts.repeats++
        await onRepeat?.(repeat)
      }
      say(() => `Checked ${counts.good + counts.bad} lines.`)
    }
  } finally {
    repeats?.close()
  }
  return counts
}

export interface FeedOptions extends InputOptions {
  /** The topics of records and of BOM publications. */
  topics: Record<FeedEvent['topic'], string>
  /** Whether to skip bad lines. By default, nothing is sent if a line is bad. */
  skipBad?: boolean
  /** Maximum number of events per second. The default is as fast as Kafka accepts them. */
  rate?: number | undefined
  /** Called with events that Kafka has confirmed. */
  onFed?(events: readonly FeedEvent[]): void
}

const BATCH_EVENTS = 500
const BATCH_BYTES = 4 * 1024 * 1024

/**
 * Sends the events of a file in order, each with its key, and waits for all in-sync replicas. A file is validated as a
 * whole first, and nothing is sent if a line is bad. Standard input cannot be read twice, so sending stops at its first
 * bad line.
 * @returns the number of good lines, which were sent, and of bad lines, which were skipped
 * @throws Error with the number of sent events, when a line is bad or Kafka does not confirm
 */
export async function feedFile(connection: KafkaConnection, options: FeedOptions): Promise<Checked> {
  const { file, skipBad = false, rate = Number.POSITIVE_INFINITY, onProgress, onBad, signal } = options
  const checked = file === '-' ? null : await checkFile(options)
  if (checked && checked.bad > 0 && !skipBad) {
    throw new Error(
      `${linesAre(checked.bad)} bad, so nothing was fed. Correct the file, or use --skip-bad to skip bad lines`,
    )
  }
  await refuseUnreachable(connection, Object.values(options.topics))
  const producer = connection.createProducer({
    timeoutMs: PATIENT_MS,
    ...(onProgress && { onWait: onProgress }),
    ...(signal && { signal }),
  })
  const total = checked ? ` of ${checked.good}` : ''
  const say = everySoOften(onProgress)
  const keepPace = paceOf(rate, signal)
  const counts = { good: 0, bad: 0 }
  const onBadLine = async (bad: BadLine) => {
    counts.bad++
    if (!checked) await onBad?.(bad)
    return skipBad
  }
  try {
    for await (const batch of batchesOf(eventsOf(options), burstSize(rate, BATCH_EVENTS), onBadLine)) {
      await send(producer, batch, counts.good, options)
      counts.good += batch.length
      say(() => `Fed ${counts.good}${total} events.`)
      await keepPace(batch.length)
    }
  } finally {
    await producer.disconnect()
  }
  if (signal?.aborted) throw new Error(`Interrupted after ${counts.good} events were fed`)
  if (counts.bad > 0 && !skipBad) throw new Error(`A line is bad. ${counts.good} events before it were fed`)
  return counts
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
  options: FeedOptions,
): Promise<void> {
  const { topics, onFed } = options
  try {
    await producer.send(
      batch.map(({ topic, key, value }) => ({ topic: topics[topic], key, value, headers: EVENT_HEADERS })),
    )
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

async function* eventsOf({ file, stdin = process.stdin, signal }: InputOptions): AsyncGenerator<FeedEvent | BadLine> {
  for await (const line of linesOf(openInput(file, stdin, signal))) {
    if (signal?.aborted) return
    yield readEvent(line)
  }
}

const SAY_EVERY_MS = 2000

function everySoOften(say: ((line: string) => void) | undefined): (line: () => string) => void {
  let shownAt = Date.now()
  return (line) => {
    if (!say || Date.now() - shownAt < SAY_EVERY_MS) return
    shownAt = Date.now()
    say(line())
  }
}

const linesAre = (count: number) => (count === 1 ? '1 line is' : `${count} lines are`)
