import { connectProducer, KafkaSendError, PATIENT_MS } from '../../kafka/producer/producer.ts'
import type { OutgoingRecord, RecordHeaders } from '../../kafka/records.ts'
import type { topicTable } from '../../kafka/topics/topics.ts'
import {
  type DeadLetter,
  type LetterFilter,
  type LetterRecord,
  type LetterSource,
  readDeadLetters,
} from './dead-letters.ts'
import { withoutText } from './text.ts'

export interface ReplayOptions {
  topics: ReturnType<typeof topicTable>
  filter: LetterFilter
  /** Finds and reports, and sends nothing. */
  isDryRun: boolean
  /** Hears of each letter that is sent again, after Kafka has confirmed it. */
  onReplayed?(deadLetters: readonly DeadLetter[]): void
  /** Hears of each letter that cannot be, and why. */
  onRefused?(deadLetter: DeadLetter, why: string): void
  /** Hears why nothing happens while Kafka does not confirm. */
  onProgress?(line: string): void
  signal?: AbortSignal
}

const BATCH = 200

/**
 * Sends the events of dead letters to their topic again, with their key, value and headers; the letters stay where they
 * are. It is safe to do twice: an event that is not newer than what was applied changes nothing.
 * @returns how many were sent, and how many cannot be
 */
export async function replayDeadLetters(
  source: LetterSource,
  options: ReplayOptions,
): Promise<{ replayed: number; refused: number }> {
  const { topics, filter, isDryRun, onReplayed, onRefused, onProgress, signal } = options
  const producer = connectProducer(source.connection, {
    timeoutMs: PATIENT_MS,
    ...(onProgress && { onWait: onProgress }),
    ...(signal && { signal }),
  })
  const counts = { replayed: 0, refused: 0 }
  let batch: { deadLetter: DeadLetter; outgoing: OutgoingRecord }[] = []

  const replayed = (deadLetters: DeadLetter[]) => {
    counts.replayed += deadLetters.length
    onReplayed?.(deadLetters)
  }
  const flush = async () => {
    const deadLetters = batch.map(({ deadLetter }) => deadLetter)
    try {
      if (!isDryRun) await producer.send(batch.map(({ outgoing }) => outgoing))
    } catch (error) {
      if (!(error instanceof KafkaSendError)) throw error
      replayed(deadLetters.filter((_, position) => !error.unconfirmed.has(position)))
      throw new Error(
        `${counts.replayed} were replayed, then: ${error.message}. Replaying all again changes nothing twice`,
      )
    }
    replayed(deadLetters)
    batch = []
  }
  try {
    await readDeadLetters(source, filter, async (deadLetter, record) => {
      signal?.throwIfAborted()
      const why = refusalOf(deadLetter, topics)
      if (why) {
        counts.refused++
        onRefused?.(deadLetter, why)
      } else batch.push({ deadLetter, outgoing: original(record, topics.records.name) })
      if (batch.length >= BATCH) await flush()
    })
    if (batch.length > 0) await flush()
    return counts
  } finally {
    await producer.disconnect()
  }
}

/** A header may say anything: only the topic of records is ever written to. */
function refusalOf(deadLetter: DeadLetter, topics: ReplayOptions['topics']): string | null {
  if (deadLetter.omitted !== null) return `it ${withoutText(deadLetter)}, so that there is nothing to send`
  if (deadLetter.topic === topics.records.name) return null
  if (deadLetter.topic === topics.bom.name) return 'events of a publication are not replayed: send the publication anew'
  return `it names ${deadLetter.topic ?? 'no topic'} as its topic, not ${topics.records.name}`
}

function original({ key, value, headers }: LetterRecord, topic: string): OutgoingRecord {
  return { topic, key, value, headers: withoutReason(headers) }
}

function withoutReason(headers: RecordHeaders): RecordHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dlq.')))
}
