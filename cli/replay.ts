import type { KafkaConnection } from '../kafka/connect.ts'
import { connectProducer } from '../kafka/producer.ts'
import type { OutgoingRecord, RecordHeaders } from '../kafka/records.ts'
import type { topicTable } from '../kafka/topics.ts'
import { type DeadLetter, type LetterFilter, type LetterRecord, readDeadLetters } from './dead-letters.ts'

export interface ReplayOptions {
  topics: ReturnType<typeof topicTable>
  filter: LetterFilter
  /** Finds and reports, and sends nothing. */
  isDryRun: boolean
  /** Hears of each letter that is sent again, after Kafka has confirmed it. */
  onReplayed?(letters: readonly DeadLetter[]): void
  /** Hears of each letter that is not, and why. */
  onRefused?(letter: DeadLetter, why: string): void
  signal?: AbortSignal
}

const BATCH = 200

/**
 * Sends the events of dead letters to their topic again, with their key, value and headers; the letters stay where they
 * are. It is safe to do twice: an event that is not newer than what was applied changes nothing.
 * @returns how many were sent, and how many cannot be
 */
export async function replayDeadLetters(
  connection: KafkaConnection,
  options: ReplayOptions,
): Promise<{ replayed: number; refused: number }> {
  const { topics, filter, isDryRun, onReplayed, onRefused, signal } = options
  const producer = connectProducer(connection)
  const counts = { replayed: 0, refused: 0 }
  let batch: { letter: DeadLetter; outgoing: OutgoingRecord }[] = []

  const flush = async () => {
    if (!isDryRun) await producer.send(batch.map(({ outgoing }) => outgoing))
    counts.replayed += batch.length
    onReplayed?.(batch.map(({ letter }) => letter))
    batch = []
  }
  try {
    await readDeadLetters(connection, topics.dlq.name, filter, async (letter, record) => {
      signal?.throwIfAborted()
      const why = refusalOf(letter, topics)
      if (why) {
        counts.refused++
        onRefused?.(letter, why)
      } else batch.push({ letter, outgoing: original(record, topics.records.name) })
      if (batch.length >= BATCH) await flush()
    })
    if (batch.length > 0) await flush()
    return counts
  } finally {
    await producer.disconnect()
  }
}

/** A header may say anything: only the topic of records is ever written to. */
function refusalOf(letter: DeadLetter, topics: ReplayOptions['topics']): string | null {
  if (letter.topic === topics.records.name) return null
  if (letter.topic === topics.bom.name) return 'events of a publication are not replayed: send the publication anew'
  return `it names ${letter.topic ?? 'no topic'} as its topic, not ${topics.records.name}`
}

function original({ key, value, headers }: LetterRecord, topic: string): OutgoingRecord {
  return { topic, key, value, headers: withoutReason(headers) }
}

function withoutReason(headers: RecordHeaders): RecordHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dlq.')))
}
