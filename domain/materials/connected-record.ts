import { CountryCode } from '../../schemas/common.ts'
import type {
  ConnectedField,
  ConnectedKind,
  ConnectedRecord,
  SourceRecordSummary,
} from '../../schemas/materials/connected-records.ts'
import { SourcingModel } from '../../schemas/records/connected-events.ts'
import type { Input } from '../exceptions/inputs.ts'
import { resolveFields, type Statement } from './resolve-fields.ts'

/** A source record as far as connected records show it, with what its match is based on: itself and its owners. */
export interface MatchedRecord {
  id: string
  /** False when it is gone from its source. */
  isLive: boolean
  summary: SourceRecordSummary
  fields: Statement['fields']
  inputs: readonly Input[]
}

/** An entity that records may mean. */
export interface RecordOwner {
  id: string
  label: string
  /** What people call a material. */
  code?: string
  /** What the system that owns a material says about it in its own events. */
  statement?: Statement | null
}

/** The records that one connected record shows, and what they were matched with. */
export interface ConnectedSources {
  kind: ConnectedKind
  id: string
  records: readonly MatchedRecord[]
  /** The entities that may be meant: materials that own the codes, or suppliers that operate the factory; by id. */
  owners: readonly RecordOwner[]
  /** Of a material: whether a code of the records' own systems, or an id, led to the owner. */
  isExact: boolean
  /** The facility id of a factory that has one. */
  facility: string | null
}

/**
 * What all systems say about one material or factory: its source records and, of a matched material, the system that owns it.
 * @throws Error when there is no record to show
 */
export function connectedRecord(sources: ConnectedSources): ConnectedRecord {
  const { kind, id, owners, isExact } = sources
  const records = sources.records.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const state = owners.length === 1 ? 'matched' : owners.length > 1 ? 'ambiguous' : 'unmatched'
  const master = state === 'matched' ? owners[0]?.statement : null
  const fields = resolveFields([...records.map(statementOf), ...(master ? [master] : [])])
  const isFactory = kind === 'factory'
  return {
    kind,
    id,
    ref: id,
    label: labelOf(sources, fields),
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
    capabilities: isFactory ? tokensOf(fields, 'capabilities') : [],
    sourcingModels: isFactory
      ? SourcingModel.options.filter((one) => tokensOf(fields, 'sourcingModels').includes(one))
      : [],
  }
}

function statementOf({ id, isLive, summary, fields }: MatchedRecord): Statement {
  const { system, recordId, sourceUpdatedAt, extractedAt, ingestedAt } = summary
  const observedAt = sourceUpdatedAt ?? extractedAt ?? ingestedAt
  return { id, isLive, system, recordId, observedAt, isUnitNamed: false, fields }
}

function orderOf({ summary, id }: MatchedRecord): string {
  const { system, instance, recordType, recordId } = summary
  return JSON.stringify([system, instance, recordType, recordId, id])
}

/** A matched material is called as its entity is; anything else by what its records say. */
function labelOf({ kind, owners, records, facility }: ConnectedSources, fields: readonly ConnectedField[]): string {
  const [owner] = owners
  if (kind === 'material' && owner && owners.length === 1) return owner.label
  const [first] = records.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
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
function tokensOf(fields: readonly ConnectedField[], name: string): string[] {
  const value = resolvedValue(fields, name)
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return words.map((word) => word.trim()).filter((word) => word !== '')
}
