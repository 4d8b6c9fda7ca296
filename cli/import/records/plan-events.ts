import { eventOf, type MappedRecord } from '../../../domain/imports/map-record.ts'
import type { RecordMapping } from '../../../schemas/imports/mapping.ts'
import { hashOf, type ImportSpool, type KnownRecord } from './import-spool.ts'

export interface PlanOptions {
  spool: ImportSpool
  mapping: RecordMapping
  now: Date
  /** Whether to delete records that the file does not contain. */
  isFull: boolean
  /** Whether to send rows that did not change, too. */
  resend: boolean
  /** Called for a row that differs from what was sent, but whose version is not higher. */
  onNotNewer(line: number, subject: string, version: string): void
}

export interface PlanCounts {
  created: number
  changed: number
  deleted: number
  unchanged: number
}

export type PlannedEvent = ReturnType<typeof eventOf> & { line: number }

/**
 * Returns the events that the log lacks, in the order of the file: rows that are new or differ, then deletions of
 * records that the file does not contain. Counts them in `counts`.
 */
export function* planEvents(options: PlanOptions, counts: PlanCounts): Generator<PlannedEvent, void, undefined> {
  const { spool, mapping, isFull } = options
  for (const record of spool.records()) {
    const known = spool.known(record.subject)
    const contentHash = hashOf(record.content)
    const version = versionToSend(record, known, contentHash, options)
    counts[outcomeOf(record, known, version)]++
    if (version === null) continue
    const isDeleted = record.action === 'deleted'
    spool.setKnown(record.subject, { version, contentHash, isDeleted }, true)
    yield { ...eventOf(mapping, { ...record, version: version.toString() }), line: record.line }
  }
  if (!isFull) return
  for (const subject of spool.missing()) {
    counts.deleted++
    yield deletionOf(subject, options)
  }
}

function outcomeOf({ action }: MappedRecord, known: KnownRecord | null, version: bigint | null): keyof PlanCounts {
  if (version === null) return 'unchanged'
  if (action === 'deleted') return 'deleted'
  return known === null || known.isDeleted ? 'created' : 'changed'
}

/** The version to send a record with, or null if there is nothing to send. */
function versionToSend(
  record: MappedRecord,
  known: KnownRecord | null,
  contentHash: string,
  { now, resend, onNotNewer }: PlanOptions,
): bigint | null {
  const isSame = known?.contentHash === contentHash
  if (record.action === 'deleted' && (known === null || known.isDeleted)) return null
  if (isSame && !resend) return null
  if (record.version === null) return versionAfter(known, now)
  const version = BigInt(record.version)
  if (known === null || version > known.version) return version
  if (isSame) return known.version + 1n
  onNotNewer(record.line, record.subject, known.version.toString())
  return null
}

/**
 * A version from the contents: the milliseconds of the import, so that it is also above versions that are no longer in
 * the log, or one more than the newest.
 */
function versionAfter(known: KnownRecord | null, now: Date): bigint {
  const milliseconds = BigInt(now.getTime())
  return known === null || milliseconds > known.version ? milliseconds : known.version + 1n
}

/** A deletion has the next version of the record in its source's numbering, because the source has no row with one. */
function deletionOf(subject: string, { spool, mapping, now }: PlanOptions): PlannedEvent {
  const known = spool.known(subject)
  const version = typeof mapping.version === 'object' && known ? known.version + 1n : versionAfter(known, now)
  const record = { subject, action: 'deleted', time: now.toISOString(), version: version.toString(), data: {} } as const
  return { ...eventOf(mapping, record), line: 0 }
}
