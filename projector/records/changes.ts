import type { QueueEntry } from '../../cypher/exceptions/queue.ts'
import * as ingest from '../../cypher/records/write-records.ts'
import { canonicalIdOf } from '../../domain/identity/identity.ts'
import { encodeInvalidation, type Invalidation, textOfEntry } from '../exceptions/invalidation.ts'
import { type LinkWrites, noLinkWrites } from './links/link-writes.ts'
import type { Write } from './writes.ts'

/** What the events of one organization in one transaction change in addition to their own records. */
export interface Changes {
  /** Parts of the data that may have other matches or exceptions now, by `textOfEntry`. */
  invalidations: Map<string, QueueEntry>
  /** Whether any event is cross-system data. Without such data, no invalidations are needed. */
  isConnected: boolean
  /** Change of the number of live records and positions, by dataset. */
  datasetRows: Map<string, number>
  recordTypeRows: Map<string, ingest.RecordTypeDelta>
  /** Links that events created, changed, or deleted, and their endpoints. */
  links: LinkWrites
}

export function noChanges(): Changes {
  const counts = { datasetRows: new Map(), recordTypeRows: new Map() }
  return {
    invalidations: new Map(),
    isConnected: false,
    ...counts,
    links: noLinkWrites(),
  }
}

export function invalidate(changes: Changes, invalidation: Invalidation): void {
  const entry = encodeInvalidation(invalidation)
  changes.invalidations.set(textOfEntry(entry), entry)
}

export function countDatasetRow(changes: Changes, datasetId: string | null | undefined, delta: 1 | -1): void {
  if (typeof datasetId === 'string')
    changes.datasetRows.set(datasetId, (changes.datasetRows.get(datasetId) ?? 0) + delta)
}

/** The type of a record, within its system, instance and dataset. */
export type TypeOfRecord = Omit<ingest.RecordTypeDelta, 'id' | 'delta'>

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

/**
 * Writes the changed row counts of datasets and record types. It runs last, because other transactions wait for the
 * locks of these counts.
 */
export function writeCounts(write: Write, changes: Changes): void {
  const datasets = [...changes.datasetRows].filter(([, delta]) => delta !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (datasets.length > 0)
    write(ingest.countDatasetRows, { rows: datasets.map(([datasetId, delta]) => ({ datasetId, delta })) })
  const types = [...changes.recordTypeRows.values()].filter(({ delta }) => delta !== 0)
  if (types.length > 0) write(ingest.countRecordTypeRows, { rows: types.sort((a, b) => (a.id < b.id ? -1 : 1)) })
}
