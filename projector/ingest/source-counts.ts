import type { IngestedCount } from '../../cypher/ingest/write-ingest.ts'
import type { RecordEvent } from '../../domain/events/decode-event.ts'

/** The outcome of an event: it was applied, it contained nothing new, or it was rejected. */
export type IngestOutcome = 'applied' | 'stale' | 'rejected'

interface SourceCount {
  types: Set<string>
  /** Offsets of events. */
  applied: number[]
  stale: number[]
  rejected: number[]
  lastEventAt: string | null
  lastAppliedAt: string | null
}

/** The outcomes of the events of one organization in one transaction, by source. */
export type SourceCounts = Map<string, SourceCount>

interface IngestedEvent {
  source: string
  offset: number
  /** Of an event that could be read. */
  type?: string
  /** The source's time of the event, and when it reached the log. */
  time?: string
  arrivedAt?: string
}

export function countEvent(
  counts: SourceCounts,
  { source, offset, type, time = '', arrivedAt = '' }: IngestedEvent,
  outcome: IngestOutcome,
): void {
  const count = counts.get(source) ?? newCount()
  counts.set(source, count)
  count[outcome].push(offset)
  if (type !== undefined) count.types.add(type)
  if (outcome !== 'applied') return
  if (time > (count.lastEventAt ?? '')) count.lastEventAt = time
  if (arrivedAt > (count.lastAppliedAt ?? '')) count.lastAppliedAt = arrivedAt
}

const newCount = (): SourceCount => ({
  types: new Set(),
  applied: [],
  stale: [],
  rejected: [],
  lastEventAt: null,
  lastAppliedAt: null,
})

export function countRecord(
  counts: SourceCounts,
  event: RecordEvent,
  offset: number,
  outcome: 'applied' | 'stale',
): void {
  const { kind, source, time, ingestedAt } = event
  const type = `tenantdata.${kind}.${event.data === null ? 'deleted' : 'upserted'}.v1`
  countEvent(counts, { source, offset, type, time, arrivedAt: ingestedAt }, outcome)
}

/** By source, so that locks are taken in one order. */
export function countRows(counts: SourceCounts): IngestedCount[] {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([source, { types, ...count }]) => {
    const last = Math.max(...count.applied, ...count.stale, ...count.rejected)
    return { source, types: [...types].sort(), ...count, countedTo: last + 1 }
  })
}
