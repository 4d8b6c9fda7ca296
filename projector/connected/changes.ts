import type { RecordTypeDelta } from '../../cypher/ingest.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import { canonicalIdOf } from '../../schemas/identity.ts'
import { noteTime } from '../newest-times.ts'
import { type Subject, subjectText } from './subjects.ts'

/** What the events of one organization in one transaction lead to beside what they say. */
export interface Changes {
  /** How many events were not stale. */
  applied: number
  /** The newest of their arrivals in the log. */
  arrivedAt: string
  /** What is to be looked at again, as texts, each with the newest time of the events that say so. */
  subjects: Map<string, string>
  /** How many live records and positions came to each dataset. */
  datasetRows: Map<string, number>
  recordTypeRows: Map<string, RecordTypeDelta>
}

export function noChanges(): Changes {
  const counts = { datasetRows: new Map(), recordTypeRows: new Map() }
  return { applied: 0, arrivedAt: '', subjects: new Map(), ...counts }
}

export function noteApplied(changes: Changes, { ingestedAt }: Pick<RecordEvent, 'ingestedAt'>): void {
  changes.applied += 1
  if (ingestedAt > changes.arrivedAt) changes.arrivedAt = ingestedAt
}

/** `time` is that of the event for which the subject may look different. */
export function mark(changes: Changes, subject: Subject, time: string): void {
  noteTime(changes.subjects, subjectText(subject), time)
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
