import { CountryCode } from '../../schemas/common.ts'
import type { ConnectedField, ConnectedKind, ConnectedRecord } from '../../schemas/connected.ts'
import { sourcingModels } from '../../schemas/connected-events.ts'
import { resolveFields } from './resolve-fields.ts'
import type { ToldRecord } from './told-record.ts'

/** The records that one connected record shows, and what they were matched with. */
export interface Group {
  kind: ConnectedKind
  id: string
  records: readonly ToldRecord[]
  /** The entities that may be meant: materials that own the codes, or suppliers that operate the factory; by id. */
  owners: readonly { id: string; label: string; code?: string }[]
  /** Of a material: whether a code of the records' own systems, or an id, led to the owner. */
  isExact: boolean
  /** The facility id of a factory that has one. */
  facility: string | null
}

/** What all systems say about one material or factory. @throws Error when there is no record to show */
export function connectedRecord(group: Group): ConnectedRecord {
  const { kind, id, owners, isExact } = group
  const records = group.records.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  const fields = resolveFields(records)
  const state = owners.length === 1 ? 'matched' : owners.length > 1 ? 'ambiguous' : 'unmatched'
  const isFactory = kind === 'factory'
  return {
    ...{ kind, id, ref: id, label: labelOf(group, fields) },
    canonicalEntityId: state === 'matched' ? (owners[0]?.id ?? null) : null,
    match: {
      state,
      method: state === 'matched' ? (isExact ? 'exact_key' : 'crosswalk') : null,
      candidates: owners.map((owner) => owner.id),
    },
    fields,
    sourceRecords: records.map(({ summary }) => summary),
    operatorSupplierId: isFactory && state === 'matched' ? (owners[0]?.id ?? null) : null,
    countryCode: isFactory ? countryOf(fields) : null,
    capabilities: isFactory ? wordsOf(fields, 'capabilities') : [],
    sourcingModels: isFactory ? sourcingModels.filter((one) => wordsOf(fields, 'sourcingModels').includes(one)) : [],
  }
}

function placeOf({ summary, id }: ToldRecord): string {
  const { system, instance, recordType, recordId } = summary
  return JSON.stringify([system, instance, recordType, recordId, id])
}

/** A matched material is called as its entity is; anything else by what its records say. */
function labelOf({ kind, owners, records, facility }: Group, fields: readonly ConnectedField[]): string {
  const [owner] = owners
  if (kind === 'material' && owner && owners.length === 1) return owner.label
  const [first] = records.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  if (!first) throw new Error('A connected record shows at least one source record')
  const name = resolvedValue(fields, 'name')
  if (kind === 'factory') return typeof name === 'string' && name !== '' ? name : (facility ?? first.summary.recordId)
  return typeof name === 'string' && name !== '' ? `${first.summary.recordId} ${name}` : first.summary.recordId
}

function resolvedValue(fields: readonly ConnectedField[], name: string): ConnectedField['value'] {
  return fields.find((field) => field.name === name)?.value ?? null
}

function countryOf(fields: readonly ConnectedField[]): string | null {
  const parsed = CountryCode.safeParse(resolvedValue(fields, 'countryCode'))
  return parsed.success ? parsed.data : null
}

/** A list, or a text that separates its words by commas. */
function wordsOf(fields: readonly ConnectedField[], name: string): string[] {
  const value = resolvedValue(fields, name)
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return words.map((word) => word.trim()).filter((word) => word !== '')
}
