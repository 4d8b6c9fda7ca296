import type { Run } from '../../cypher/connect.ts'
import * as ingest from '../../cypher/ingest.ts'
import { splitSubject } from '../../schemas/connected-data.ts'
import type { Write } from '../writes.ts'
import { type Changes, countDatasetRow, countRecordTypeRow, mark } from './changes.ts'
import { lastWrites, sortedIds } from './last-writes.ts'
import { observedFields } from './observed-fields.ts'
import {
  deletedRecord,
  readCodeId,
  type SourceRecord,
  type SourceRecordEvent,
  sourceRecordOf,
} from './source-record.ts'

/** Applies the source record events of one organization. */
export async function projectSourceRecords(
  run: Run,
  write: Write,
  organization: string,
  events: SourceRecordEvent[],
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const rows = await run(ingest.holdSourceRecords, organization, { ids: sortedIds(events) })
  const held = new Map(rows.map((row) => [row.id, row]))
  const { applied, newest } = lastWrites(events, held, changes)
  const records: SourceRecord[] = []
  const released: string[] = []
  for (const [id, event] of newest) {
    const record = event.data === null ? deletedRecord(id, event) : sourceRecordOf(id, event, event.data)
    records.push(record)
    const before = held.get(id)
    released.push(...noteRecord(changes, event, record, before))
  }
  writeRecords(write, records, held, released)
  const fields = observedFields(applied)
  if (fields.length > 0) write(ingest.observeFields, { rows: fields })
}

/** @returns the codes that the record no longer carries */
function noteRecord(
  changes: Changes,
  { organization, record, time }: SourceRecordEvent,
  { row, codes }: SourceRecord,
  before: ingest.HeldSourceRecord | undefined,
): string[] {
  mark(changes, ['record', row.id], time)
  const now = new Set(codes.map(({ id }) => id))
  const released = (before?.codes ?? []).filter((id) => !now.has(id))
  for (const id of released) {
    const { kind, system, codeKind, value } = readCodeId(id)
    mark(changes, ['code', kind, system, codeKind, value], time)
  }
  const { system, instance, recordId } = record
  const { recordType } = splitSubject(recordId)
  for (const [state, delta] of [[before, -1] as const, [row, 1] as const]) {
    if (!state?.live) continue
    countDatasetRow(changes, state.datasetId, delta)
    countRecordTypeRow(changes, organization, { system, instance, recordType, datasetId: state.datasetId }, delta)
  }
  return released
}

function writeRecords(
  write: Write,
  records: readonly SourceRecord[],
  held: ReadonlyMap<string, ingest.HeldSourceRecord>,
  released: readonly string[],
): void {
  if (records.length > 0) write(ingest.writeSourceRecords, { rows: records.map(({ row }) => row) })
  const isNew = ({ id, recordId }: ingest.RecordCodeWrite) => !held.get(recordId)?.codes?.includes(id)
  const carried = records.flatMap(({ codes }) => codes.filter(isNew))
  if (carried.length > 0) write(ingest.writeRecordCodes, { rows: carried })
  if (released.length > 0) write(ingest.deleteRecordCodes, { ids: [...released] })
}
