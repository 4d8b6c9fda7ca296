import * as ingest from '../../../cypher/records/write-records.ts'
import { splitSubject } from '../../../schemas/records/connected-data.ts'
import { type Changes, countDatasetRow, countRecordTypeRow, invalidate } from '../changes.ts'
import { LastWrites, sortedIds } from '../last-writes.ts'
import { recordType } from '../record-type.ts'
import { observedFields } from './observed-fields.ts'
import {
  deletedRecord,
  readCodeId,
  type SourceRecord,
  type SourceRecordEvent,
  sourceRecordOf,
  storedValues,
  valuesOf,
} from './source-record.ts'

/** Source records of materials and factories. */
export const sourceRecords = recordType<SourceRecordEvent, LastWrites<SourceRecordEvent, ingest.LockedSourceRecord>>({
  isConnected: true,
  async lock({ run, organization }, events) {
    const rows = await run(ingest.lockSourceRecords, organization, { ids: sortedIds(events) })
    return new LastWrites(rows, { event: valuesOf, stored: storedValues })
  },
  fold: (locked, event) => locked.fold(event),
  write(locked, { write, changes }) {
    const { applied, newest, stored } = locked
    const records = [...newest].map(([id, event]) => ({ event, record: recordOf(id, event), before: stored.get(id) }))
    const released = records.flatMap(({ event, record, before }) => noteRecord(changes, event, record, before))
    const rows = records.map(({ record: { row } }) => ({ ...row, state: locked.stateOf(row.id) }))
    if (rows.length > 0) write(ingest.writeSourceRecords, { rows })
    const carried = records.flatMap(({ record: { codes }, before }) => {
      const known = new Set(before?.codes)
      return codes.filter(({ id }) => !known.has(id))
    })
    if (carried.length > 0) write(ingest.writeRecordCodes, { rows: carried })
    if (released.length > 0) write(ingest.deleteRecordCodes, { ids: released })
    const fields = observedFields(applied)
    if (fields.length > 0) write(ingest.observeFields, { rows: fields })
  },
})

function recordOf(id: string, event: SourceRecordEvent): SourceRecord {
  return event.data === null ? deletedRecord(id) : sourceRecordOf(id, event, event.data)
}

/** Adds the changes of a record. @returns the codes that the record no longer carries */
function noteRecord(
  changes: Changes,
  { organization, record }: SourceRecordEvent,
  { row, codes }: SourceRecord,
  before: ingest.LockedSourceRecord | undefined,
): string[] {
  invalidate(changes, { kind: 'record', id: row.id })
  const now = new Set(codes.map(({ id }) => id))
  const released = (before?.codes ?? []).filter((id) => !now.has(id))
  const { system, instance } = record
  const { recordType, recordId } = splitSubject(record.recordId)
  const isFactory = [before?.kind, row.kind].includes('factory')
  const isAsBefore = before?.live === row.live && released.length === 0 && now.size === (before?.codes ?? []).length
  // All codes of a factory record lead to the same factories, so one changed code affects all.
  if (isFactory && !isAsBefore) {
    const named = [...released, ...now].map(readCodeId)
    for (const { kind, value } of [...named, { kind: 'record_id', value: recordId }])
      invalidate(changes, { kind: 'code', codeKind: kind, value })
  }
  for (const [state, delta] of [[before, -1] as const, [row, 1] as const]) {
    if (!state?.live) continue
    countDatasetRow(changes, state.datasetId, delta)
    countRecordTypeRow(changes, organization, { system, instance, recordType, datasetId: state.datasetId }, delta)
  }
  return released
}
