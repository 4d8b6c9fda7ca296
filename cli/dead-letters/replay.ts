import { KafkaSendError, PATIENT_MS } from '../../kafka/producer.ts'
import type { OutgoingRecord, RecordHeaders } from '../../kafka/records.ts'
import type { topicTable } from '../../kafka/topics/topic-table.ts'
import {
  type DeadLetter,
  type DeadLetterFilter,
  type DeadLetterRecord,
  type DeadLetterSource,
  readDeadLetters,
} from './dead-letters.ts'
import { withoutText } from './text.ts'

export interface ReplayOptions {
  topics: ReturnType<typeof topicTable>
  filter: DeadLetterFilter
  /** Whether to only find and report dead letters, without sending events. */
  isDryRun: boolean
  /** Called for dead letters whose events Kafka has confirmed. */
  onReplayed?(deadLetters: readonly DeadLetter[]): void
  /** Called for each dead letter that cannot be replayed, with the reason as a sentence. */
  onRefused?(deadLetter: DeadLetter, why: string): void
  /** Called with the reason while Kafka does not confirm. */
  onProgress?(line: string): void
  signal?: AbortSignal
}

const BATCH = 200

/**
 * Sends the events of dead letters to their topic again, with their key, value and headers. The dead letters are kept.
 * Replaying twice does no harm, because an event that is not newer than the applied one changes nothing.
 * @returns the numbers of events that were sent and that cannot be sent
 */
export async function replayDeadLetters(
  source: DeadLetterSource,
  options: ReplayOptions,
): Promise<{ replayed: number; refused: number }> {
  const { topics, filter, isDryRun, onReplayed, onRefused, onProgress, signal } = options
  const producer = source.connection.createProducer({
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
        `${counts.replayed} were replayed before this error: ${error.message}. You can safely replay all of them again`,
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

/**
 * Returns why a dead letter cannot be replayed, or null. Its headers may name any topic, so events are only sent to the
 * topic of records.
 */
function refusalOf(deadLetter: DeadLetter, topics: ReplayOptions['topics']): string | null {
  if (deadLetter.omitted !== null) return `The dead letter ${withoutText(deadLetter)}.`
  if (deadLetter.topic === topics.records.name) return null
  if (deadLetter.topic === topics.bom.name) return 'It is an event of a BOM publication. Send the publication again.'
  return `Its topic is ${deadLetter.topic ?? 'not known'}, not ${topics.records.name}.`
}

function original({ key, value, headers }: DeadLetterRecord, topic: string): OutgoingRecord {
  return { topic, key, value, headers: withoutReason(headers) }
}

function withoutReason(headers: RecordHeaders): RecordHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dlq.')))
}
