import { hash } from 'node:crypto'
import type { LockedSourceRecord, RecordCodeWrite, SourceRecordWrite } from '../../../cypher/records/write-records.ts'
import type { RecordData } from '../../../domain/events/decode-event.ts'
import { codeValues } from '../../../domain/exceptions/finding.ts'
import type { Values } from '../../../domain/history.ts'
import { canonicalJson } from '../../../domain/identity/canonical-json.ts'
import { redactSource, redactString } from '../../../domain/redaction/redact-source.ts'
import { REDACTED, redactText } from '../../../domain/redaction/redact-text.ts'
import { isSensitiveKey } from '../../../domain/redaction/sensitive-keys.ts'
import type { RecordNotice } from '../../../schemas/materials/connected-records.ts'
import { splitSubject } from '../../../schemas/records/connected-data.ts'
import { type StoredCode, type StoredSourceRecord, storedSourceRecord } from '../../../schemas/stored/source-record.ts'
import type { EventOf } from '../record-type.ts'

export type SourceRecordEvent = EventOf<'source_record'>
type Data = RecordData['source_record']

/**
 * The rows to store of a source record. `codes` are the codes that it carries. A record that was deleted in its source
 * keeps them, because their owners decide in which connected record it is shown.
 */
export interface SourceRecord {
  row: Omit<SourceRecordWrite, 'state'>
  codes: RecordCodeWrite[]
}

/** Of a deleted record, only the version is kept. */
export function deletedRecord(id: string): SourceRecord {
  const nothing = { kind: null, system: null, instance: null, recordType: null, recordId: null, datasetId: null }
  return { row: { id, ...nothing, live: false, codes: null, doc: null }, codes: [] }
}

/** Returns the rows to store of a source record. It is redacted before anything is derived from it. */
export function sourceRecordOf(id: string, event: SourceRecordEvent, data: Data): SourceRecord {
  const { system, instance, recordId: subject } = event.record
  const { recordType, recordId } = splitSubject(subject)
  const clean = redacted(data)
  const codes = codesOf(id, data.kind, clean.references)
  const doc: StoredSourceRecord = {
    summary: {
      system,
      instance,
      recordType,
      recordId,
      recordVersion: String(event.version),
      sourceUpdatedAt: data.sourceUpdatedAt,
      extractedAt: data.extractedAt,
      ingestedAt: event.ingestedAt,
      deletedInSource: data.deletedInSource,
      contentHash: `sha256:${hash('sha256', canonicalJson({ ...data, ...clean }), 'hex')}`,
      datasetId: data.datasetId,
      ...noticesOf(data),
    },
    ...clean,
    facilityIds: [...new Set(clean.references.filter(isFacility).map(({ value }) => value))].sort(),
  }
  const row = {
    id,
    kind: data.kind,
    system,
    instance,
    recordType,
    recordId,
    datasetId: data.datasetId,
    live: !data.deletedInSource,
    codes: codes.map((code) => code.id),
    doc: storedSourceRecord.write(doc),
  }
  return { row, codes }
}

const isFacility = ({ kind }: StoredCode) => kind === 'facility_id'

/** Returns the values of a record that exceptions depend on: whether it is live, and the codes of a live one. */
export function valuesOf({ data }: SourceRecordEvent): Values | null {
  return data && liveValues(!data.deletedInSource, referencesOf(data))
}

/** Returns the same values from the stored row. They don't need the document, which may be large. */
export function storedValues({ kind, live, codes }: LockedSourceRecord): Values | null {
  return kind === null ? null : liveValues(live === true, (codes ?? []).map(readCodeId))
}

function liveValues(isLive: boolean, codes: Parameters<typeof codeValues>[0]): Values {
  return { isLive, ...(isLive ? codeValues(codes) : {}) }
}

/**
 * Whether a code may be stored. A code that identifies a person or is a secret is left out as a whole, because part of
 * a code matches nothing.
 */
const isHarmless = ({ kind, value }: Data['references'][number]) => !isSensitiveKey(kind) && redactText(value) === value

/** Returns notices of the references that were left out. They cannot match anything, so the reader has to know. */
function noticesOf({ references }: Data): { notices?: RecordNotice[] } {
  const kinds = references.filter((code) => !isHarmless(code)).map(({ kind }) => kind)
  if (kinds.length === 0) return {}
  const named = [...new Set(kinds)].sort().join(', ')
  const detail =
    `${kinds.length} of ${references.length} references were left out (kind ${named}): the kind or the value looks like ` +
    'a secret, a person, or the address of a machine.'
  return { notices: [{ code: 'redacted_reference', detail }] }
}

function referencesOf(data: Data): StoredCode[] {
  const harmless = data.references.filter(isHarmless)
  return harmless.map(({ system = null, instance = null, kind, value }) => ({ system, instance, kind, value }))
}

function redacted(data: Data): Pick<StoredSourceRecord, 'references' | 'fields' | 'raw'> {
  return {
    references: referencesOf(data),
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

/** Builds the ID of a stored code. Only the value may contain a slash, so it comes last. */
function codeId({ recordId, kind, system, instance, codeKind, value }: Omit<RecordCodeWrite, 'id'>): string {
  return [recordId, kind, system, instance, codeKind, value].join('/')
}

/** Parses the ID of a stored code. */
export function readCodeId(id: string): Pick<StoredCode, 'system' | 'kind' | 'value'> {
  const [, , system = '*', , kind = '', ...value] = id.split('/')
  return { system: system === '*' ? null : system, kind, value: value.join('/') }
}
