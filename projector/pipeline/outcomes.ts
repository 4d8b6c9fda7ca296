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
  /** The source's time of the event, and when it reached the log. */
  time: string
  arrivedAt: string
  offset: number
  outcome: 'applied' | 'stale'
}

/**
 * Counts the outcomes of the events of one organization by source, and keeps its dead letters for it to read. It belongs into
 * the transaction that moves the offset past the events: then each is counted once, although a letter may have been
 * published twice. Letters that name no source count nowhere.
 */
export function writeOutcomes(
  write: Write,
  { topic, partition }: TopicPartition,
  outcomes: readonly EventOutcome[],
  deadLetters: readonly DeadLetterWrite[],
): void {
  if (deadLetters.length > 0) write(addDeadLetters, { rows: [...deadLetters] })
  const rows = countsOf(outcomes, deadLetters)
  if (rows.length > 0) write(countIngested, { topic, partition, rows })
}

/** By source, in order, so that locks are taken in one order. */
function countsOf(outcomes: readonly EventOutcome[], deadLetters: readonly DeadLetterWrite[]): IngestedCount[] {
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
  for (const { source, offset } of deadLetters) if (source !== null) countOf(source, offset).rejected.push(offset)
  const rows = [...counts.values()].map(({ allTypes, ...count }) => ({ ...count, types: [...allTypes].sort() }))
  return rows.sort((a, b) => (a.source < b.source ? -1 : 1))
}

const none = { types: [], lastEventAt: null, lastAppliedAt: null, countedTo: 0 }
