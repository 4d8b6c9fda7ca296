import {
  addDeadLetters,
  countIngested,
  type DeadLetterWrite,
  type IngestedCount,
} from '../../cypher/ingest/write-ingest.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { Write } from '../records/writes.ts'

/** An accepted event and its result. */
export interface EventOutcome {
  source: string
  type: string
  /** The event's time in the source, and the time when Kafka received it. */
  time: string
  arrivedAt: string
  offset: number
  outcome: 'applied' | 'stale'
}

/** A rejected event. Its source is null if it is unreadable. */
type Rejected = Pick<DeadLetterWrite, 'source' | 'offset'>

/**
 * Counts the outcomes of one organization's events by source, and stores its dead letters for it to read. It must run
 * in the transaction that moves the offset past the events. Then each event is counted once, even if its dead letter
 * was published twice. A rejected event without a source is not counted.
 * @param alsoRejected events that have no dead letter of their own
 */
export function writeOutcomes(
  write: Write,
  { topic, partition }: TopicPartition,
  outcomes: readonly EventOutcome[],
  deadLetters: readonly DeadLetterWrite[],
  alsoRejected: readonly Rejected[] = [],
): void {
  if (deadLetters.length > 0) write(addDeadLetters, { rows: [...deadLetters] })
  const rows = countsOf(outcomes, [...deadLetters, ...alsoRejected])
  if (rows.length > 0) write(countIngested, { topic, partition, rows })
}

/** Counts by source, sorted, so that every transaction takes its locks in the same order. */
function countsOf(outcomes: readonly EventOutcome[], rejected: readonly Rejected[]): IngestedCount[] {
  const counts = new Map<string, IngestedCount & { allTypes: Set<string> }>()
  const countOf = (source: string, offset: number) => {
    const count = counts.get(source) ?? { ...none, source, applied: [], stale: [], rejected: [], allTypes: new Set() }
    counts.set(source, count)
    count.countedTo = Math.max(count.countedTo, offset + 1)
    return count
  }
  for (const { source, type, time, arrivedAt, offset, outcome } of outcomes) {
    const count = countOf(source, offset)
    count[outcome].push(offset)
    count.allTypes.add(type)
    if (outcome === 'stale') continue
    if (time > (count.lastEventAt ?? '')) count.lastEventAt = time
    if (arrivedAt > (count.lastAppliedAt ?? '')) count.lastAppliedAt = arrivedAt
  }
  for (const { source, offset } of rejected) if (source !== null) countOf(source, offset).rejected.push(offset)
  const rows = [...counts.values()].map(({ allTypes, ...count }) => ({ ...count, types: [...allTypes].sort() }))
  return rows.sort((a, b) => (a.source < b.source ? -1 : 1))
}

const none = { types: [], lastEventAt: null, lastAppliedAt: null, countedTo: 0 }
