import type { RecordTypeDelta } from '../../cypher/ingest.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import { canonicalIdOf } from '../../schemas/identity.ts'
import { type Subject, subjectText } from './subjects.ts'

/** What the events of one organization in one transaction lead to beside what they say. */
export interface Changes {
  /** How many events were not stale. */
  applied: number
  /** The newest of their times, and of their arrivals in the log. */
  time: string
  arrivedAt: string
  /** What is to be looked at again, as texts. */
  subjects: Set<string>
  /** How many live records and positions came to each dataset. */
  datasetRows: Map<string, number>
  recordTypeRows: Map<string, RecordTypeDelta>
}

export function noChanges(): Changes {
  const counts = { datasetRows: new Map(), recordTypeRows: new Map() }
  return { applied: 0, time: '', arrivedAt: '', subjects: new Set(), ...counts }
}

export function noteApplied(changes: Changes, { time, ingestedAt }: Pick<RecordEvent, 'time' | 'ingestedAt'>): void {
  changes.applied += 1
  if (time > changes.time) changes.time = time
  if (ingestedAt > changes.arrivedAt) changes.arrivedAt = ingestedAt
}

export function mark(changes: Changes, subject: Subject): void {
  changes.subjects.add(subjectText(subject))
}

export function countDatasetRow(changes: Changes, datasetId: string | null | undefined, delta: 1 | -1): void {
  if (typeof datasetId === 'string')
    changes.datasetRows.set(datasetId, (changes.datasetRows.get(datasetId) ?? 0) + delta)
}

/** The type of a record, within its system, instance and dataset. */
export type TypeOfRecord = Omit<RecordTypeDelta, 'id' | 'delta'>

export function countRecordTypeRow(
  changes: Changes,
  organization: string,
  { system, instance, recordType, datasetId }: TypeOfRecord,
  delta: 1 | -1,
): void {
  const id = canonicalIdOf([organization, 'record_type', system, instance, recordType, datasetId ?? ''])
  const before = changes.recordTypeRows.get(id)?.delta ?? 0
  changes.recordTypeRows.set(id, { id, system, instance, recordType, datasetId, delta: before + delta })
}
