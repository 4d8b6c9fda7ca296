import type { z } from 'zod'
import type { ObservedFieldWrite } from '../../../cypher/records/write-records.ts'
import { canonicalIdOf } from '../../../domain/identity/identity.ts'
import { redactString } from '../../../domain/redaction/redact-source.ts'
import { redactText } from '../../../domain/redaction/redact-text.ts'
import { isSensitiveKey } from '../../../domain/redaction/sensitive-keys.ts'
import { splitSubject } from '../../../schemas/records/connected-data.ts'
import type { FieldType } from '../../../schemas/records/connected-events.ts'
import type { SourceRecordEvent } from './source-record.ts'

/**
 * Returns the fields that these records contain, once for each field and type, with the time when it was first seen.
 */
export function observedFields(events: readonly SourceRecordEvent[]): ObservedFieldWrite[] {
  const seen = new Map<string, ObservedFieldWrite>()
  for (const event of events) {
    for (const field of fieldsOf(event)) {
      const before = seen.get(field.id)
      if (!before || field.at < before.at) seen.set(field.id, field)
    }
  }
  return [...seen.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function fieldsOf({ organization, record, time, data }: SourceRecordEvent): ObservedFieldWrite[] {
  const { system, instance } = record
  const { recordType } = splitSubject(record.recordId)
  const { datasetId = null, fields = [], raw = null } = data ?? {}
  const sight = (word: string, name: string, type: ObservedFieldWrite['type']) => {
    const words = [organization, word, system, instance, recordType, datasetId ?? '', name, type ?? '']
    const isHidden = word === HIDDEN
    return { id: canonicalIdOf(words), system, instance, recordType, datasetId, name, type, isHidden, at: time }
  }
  return [
    ...fields.flatMap(({ sourceField, value }) =>
      sourceField === null ? [] : [sight('observed_field', redactText(sourceField), typeOf(value))],
    ),
    ...hiddenNames(raw).map((name) => sight(HIDDEN, name, null)),
  ]
}

const HIDDEN = 'hidden_field'
/**
 * A record has few fields that are secret or personal. If more have such names, they are keys of a list rather than
 * fields.
 */
const MOST_HIDDEN = 50
const MAX_NAME = 255

/** Returns the names of the fields whose values are redacted. The names themselves are not secret. */
function hiddenNames(raw: unknown): string[] {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return []
  const hidden = Object.entries(raw).filter(([key, value]) => key.length <= MAX_NAME && isHiddenValue(key, value))
  return hidden.slice(0, MOST_HIDDEN).map(([key]) => redactText(key))
}

function isHiddenValue(key: string, value: unknown): boolean {
  if (value === null) return false
  return isSensitiveKey(key) || (typeof value === 'string' && redactString(value) !== value)
}

type Value = NonNullable<SourceRecordEvent['data']>['fields'][number]['value']

/** Returns the narrowest type that fits a value, or null for null, which fits every type. */
export function typeOf(value: Value): z.infer<typeof FieldType> | null {
  if (value === null) return null
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'text'
  if (/^-?(0|[1-9]\d{0,17})$/.test(value)) return 'integer'
  if (/^-?(0|[1-9]\d*)\.\d+$/.test(value)) return 'decimal'
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return 'date'
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(value) ? 'timestamp' : 'text'
}
