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

/**
 * The parts of a source record that connected records contain, with the inputs that justify its match: the record and
 * its owners.
 */
export interface MatchedRecord {
  id: string
  /** False if the record was deleted in its source. */
  isLive: boolean
  summary: SourceRecordSummary
  fields: Statement['fields']
  inputs: readonly Input[]
}

/** An entity to which the codes of source records lead. */
export interface RecordOwner {
  id: string
  label: string
  /** Only of a material: its material number. */
  code?: string
  /** Only of a material: the values that its own system reports in its events. */
  statement?: Statement | null
}

/** The source records of one connected record, and the entities that they were matched with. */
export interface ConnectedSources {
  kind: ConnectedKind
  id: string
  records: readonly MatchedRecord[]
  /** The possible owners: materials with the codes, or suppliers that operate the factory. Sorted by ID. */
  owners: readonly RecordOwner[]
  /** Only of a material: whether a code of the records' own system, or an ID, led to the owner. */
  isExact: boolean
  /** The facility ID of the factory, or null. */
  facility: string | null
}

/**
 * Returns the connected record of one material or factory: its source records, with one value for each field. For a
 * matched material, the values that its own system reports are included.
 * @throws Error when there is no source record
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

/** A matched material has the label of its entity. Any other label comes from the source records. */
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

/** Returns the items of a list, or of a text that is separated by commas. */
function tokensOf(fields: readonly ConnectedField[], name: string): string[] {
  const value = resolvedValue(fields, name)
  const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return words.map((word) => word.trim()).filter((word) => word !== '')
}
