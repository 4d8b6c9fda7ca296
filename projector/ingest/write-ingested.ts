import { addDeadLetters, countIngested, type DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import type { TopicPartition } from '../../kafka/consumer/consumer-port.ts'
import type { Write } from '../records/writes.ts'
import { countEvent, countRows, type SourceCounts } from './source-counts.ts'

/**
 * Keeps the dead letters of one organization, and counts the outcomes of its events by source, including these dead letters. It
 * belongs into the transaction that moves the offset past the events: then each is counted once, although a letter may
 * have been published twice. Letters that name no source count nowhere.
 * @param counts of the events that were applied or stale
 */
export function writeIngested(
  write: Write,
  { topic, partition }: TopicPartition,
  counts: SourceCounts,
  letters: readonly DeadLetterWrite[],
): void {
  if (letters.length > 0) write(addDeadLetters, { rows: [...letters] })
  for (const { source, offset } of letters) if (source !== null) countEvent(counts, { source, offset }, 'rejected')
  if (counts.size > 0) write(countIngested, { topic, partition, rows: countRows(counts) })
}
