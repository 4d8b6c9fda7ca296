import { hash } from 'node:crypto'
import type { RecordCodeWrite, SourceRecordWrite } from '../../cypher/ingest.ts'
import { canonicalJson } from '../../schemas/canonical-json.ts'
import { splitSubject } from '../../schemas/connected-data.ts'
import type { RecordData, RecordEvent } from '../../schemas/decode-event.ts'
import type { StoredCode, StoredSourceRecord } from '../../schemas/stored-records.ts'
import { stateOf } from './last-writes.ts'
import { redactSource, redactString } from './redact-source.ts'
import { REDACTED, redactText } from './redact-text.ts'
import { isSensitiveKey } from './sensitive-keys.ts'

export type SourceRecordEvent = Extract<RecordEvent, { kind: 'source_record' }>
type Data = RecordData['source_record']

/** What an event makes of a source record; `codes` are those that a live one is found by. */
export interface SourceRecord {
  row: SourceRecordWrite
  codes: RecordCodeWrite[]
}

/** Nothing of a deleted record stays but its version. */
export function deletedRecord(id: string, event: SourceRecordEvent): SourceRecord {
  const nothing = { kind: null, system: null, instance: null, recordType: null, recordId: null, datasetId: null }
  return { row: { id, ...nothing, live: false, codes: null, doc: null, state: stateOf(event) }, codes: [] }
}

/** The source record as stored, redacted before anything else is made of it. */
export function sourceRecordOf(id: string, event: SourceRecordEvent, data: Data): SourceRecord {
  const { system, instance, recordId: subject } = event.record
  const { recordType, recordId } = splitSubject(subject)
  const clean = redacted(data)
  const live = !data.deletedInSource
  const codes = live ? codesOf(id, data.kind, clean.references) : []
  const doc: StoredSourceRecord = {
    summary: {
      ...{ system, instance, recordType, recordId, recordVersion: String(event.version) },
      ...{ sourceUpdatedAt: data.sourceUpdatedAt, extractedAt: data.extractedAt, ingestedAt: event.ingestedAt },
      deletedInSource: data.deletedInSource,
      contentHash: `sha256:${hash('sha256', canonicalJson({ ...data, ...clean }), 'hex')}`,
      datasetId: data.datasetId,
    },
    ...clean,
    facilityIds: [...new Set(clean.references.filter(isFacility).map(({ value }) => value))].sort(),
  }
  const row = {
    ...{ id, kind: data.kind, system, instance, recordType, recordId, datasetId: data.datasetId, live },
    ...{ codes: codes.map((code) => code.id), doc: JSON.stringify(doc), state: stateOf(event) },
  }
  return { row, codes }
}

const isFacility = ({ kind }: StoredCode) => kind === 'facility_id'

/** A code that says who a person is, or is a secret, cannot be stored in part: it is left out. */
function redacted(data: Data): Pick<StoredSourceRecord, 'references' | 'fields' | 'raw'> {
  const harmless = data.references.filter(({ kind, value }) => !isSensitiveKey(kind) && redactText(value) === value)
  return {
    references: harmless.map(({ system = null, instance = null, kind, value }) => ({ system, instance, kind, value })),
    fields: data.fields.map(redactedField),
    raw: redactSource(data.raw ?? null),
  }
}

function redactedField({ name, sourceField, value, unit }: Data['fields'][number]) {
  const goes = isSensitiveKey(name) || (sourceField !== null && isSensitiveKey(sourceField))
  const clean = goes && value !== null ? REDACTED : redactedValue(value)
  return { name: redactText(name), sourceField: sourceField && redactText(sourceField), value: clean, unit }
}

function redactedValue(value: Data['fields'][number]['value']): typeof value {
  if (typeof value === 'string') return redactString(value)
  return Array.isArray(value) ? value.map((text) => redactString(text)) : value
}

function codesOf(recordId: string, kind: Data['kind'], references: readonly StoredCode[]): RecordCodeWrite[] {
  const codes = references.map(({ system, instance, kind: codeKind, value }) => {
    const code = { recordId, kind, system: system ?? '*', instance: instance ?? '*', codeKind, value }
    return { id: codeId(code), ...code }
  })
  const each = new Map(codes.map((code) => [code.id, code]))
  return [...each.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Of all its parts only the value may hold a slash, and it comes last. */
function codeId({ recordId, kind, system, instance, codeKind, value }: Omit<RecordCodeWrite, 'id'>): string {
  return [recordId, kind, system, instance, codeKind, value].join('/')
}

/** The code of an id that `codesOf` made. */
export function readCodeId(
  id: string,
): Pick<RecordCodeWrite, 'system' | 'codeKind' | 'value'> & { kind: Data['kind'] } {
  const [, kind, system = '', , codeKind = '', ...value] = id.split('/')
  return { kind: kind === 'factory' ? 'factory' : 'material', system, codeKind, value: value.join('/') }
}
