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
 * What an event makes of a source record; `codes` are those that it carries. One that was deleted in its source carries them
 * as well: who owns them is who it is shown with.
 */
export interface SourceRecord {
  row: Omit<SourceRecordWrite, 'state'>
  codes: RecordCodeWrite[]
}

/** Nothing of a deleted record stays but its version. */
export function deletedRecord(id: string): SourceRecord {
  const nothing = { kind: null, system: null, instance: null, recordType: null, recordId: null, datasetId: null }
  return { row: { id, ...nothing, live: false, codes: null, doc: null }, codes: [] }
}

/** The source record as stored, redacted before anything else is made of it. */
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

/** What a record says, as far as exceptions are about it: whether it is live, and the codes of one that is. */
export function valuesOf({ data }: SourceRecordEvent): Values | null {
  return data && liveValues(!data.deletedInSource, referencesOf(data))
}

/** The same of a record as it is stored, whose document may be large. */
export function storedValues({ kind, live, codes }: LockedSourceRecord): Values | null {
  return kind === null ? null : liveValues(live === true, (codes ?? []).map(readCodeId))
}

function liveValues(isLive: boolean, codes: Parameters<typeof codeValues>[0]): Values {
  return { isLive, ...(isLive ? codeValues(codes) : {}) }
}

/** A code that says who a person is, or is a secret, cannot be stored in part. */
const isHarmless = ({ kind, value }: Data['references'][number]) => !isSensitiveKey(kind) && redactText(value) === value

/** References that were left out match nothing, which must not happen without a word. */
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

/** Of all its parts only the value may hold a slash, and it comes last. */
function codeId({ recordId, kind, system, instance, codeKind, value }: Omit<RecordCodeWrite, 'id'>): string {
  return [recordId, kind, system, instance, codeKind, value].join('/')
}

/** The code of an id that `codesOf` made. */
export function readCodeId(id: string): Pick<StoredCode, 'system' | 'kind' | 'value'> {
  const [, , system = '*', , kind = '', ...value] = id.split('/')
  return { system: system === '*' ? null : system, kind, value: value.join('/') }
}
