import type { ObservedFieldWrite } from '../../cypher/ingest.ts'
import { splitSubject } from '../../schemas/connected-data.ts'
import type { fieldTypes } from '../../schemas/connected-events.ts'
import { canonicalIdOf } from '../../schemas/identity.ts'
import { redactText } from './redact-text.ts'
import type { SourceRecordEvent } from './source-record.ts'

/** The fields of the sources that records showed, each type of each field once, with the time of its first sight. */
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
  const { datasetId = null, fields = [] } = data ?? {}
  return fields.flatMap(({ sourceField, value }) => {
    if (sourceField === null) return []
    const [name, type] = [redactText(sourceField), typeOf(value)]
    const words = [organization, 'observed_field', system, instance, recordType, datasetId ?? '', name, type ?? '']
    return { id: canonicalIdOf(words), system, instance, recordType, datasetId, name, type, at: time }
  })
}

type Value = NonNullable<SourceRecordEvent['data']>['fields'][number]['value']

/** The narrowest type that a value fits; null for null, which fits them all. */
export function typeOf(value: Value): (typeof fieldTypes)[number] | null {
  if (value === null) return null
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value !== 'string') return 'text'
  if (/^-?(0|[1-9]\d{0,17})$/.test(value)) return 'integer'
  if (/^-?(0|[1-9]\d*)\.\d+$/.test(value)) return 'decimal'
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return 'date'
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(value) ? 'timestamp' : 'text'
}
