import type { RecordMapping } from '../../schemas/imports/mapping.ts'
import { MAX_AHEAD_MS, validateEvent } from '../events/decode-event.ts'
import { canonicalJson } from '../identity/canonical-json.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import { RowReading } from './map-row.ts'
import type { ImportFault, Row } from './row.ts'
import { cleanText } from './values/clean-text.ts'

/** A record that a row describes. Its event gets a version when it is sent. */
export interface MappedRecord {
  line: number
  subject: string
  action: 'upserted' | 'deleted'
  time: string
  /** The version in the source, or null to make one from the contents. */
  version: string | null
  data: object
  /** What the record contains, to compare it with what was sent before. */
  content: string
}

export interface MappedRow<Result> {
  /** Null if the row has faults. */
  result: Result | null
  faults: readonly ImportFault[]
  /** The columns from whose values characters were removed. */
  cleaned: ReadonlySet<string>
}

/** Stands for a key that could not be read, so that the other faults of the row are found, too. */
const UNKNOWN = '?'
const VERSION = 'must be an integer from 0, because it is the version of the record'

/**
 * Maps a row to a record, and validates its event as the projector would.
 * @param fileTime the time of events without a time of their own
 */
export function mapRecord(
  mapping: RecordMapping,
  compiled: CompiledMapping,
  row: Row,
  fileTime: string,
  now: Date,
): MappedRow<MappedRecord> {
  const reading = new RowReading(row)
  const { faults, cleaned } = reading
  const subject = compiled.key && reading.evaluate(compiled.key, ['key'])
  if (typeof subject !== 'string' && faults.length === 0)
    reading.add(keyColumn(mapping), null, 'key', 'must have a value, because it identifies the record')
  const time = compiled.time(row)
  if (time && 'fault' in time) reading.add(time.column, row.get(time.column), 'time', time.fault)
  const at = time && 'value' in time ? time.value : fileTime
  if (mapping.time !== 'file' && Date.parse(at) > now.getTime() + MAX_AHEAD_MS)
    reading.add(mapping.time.column, row.get(mapping.time.column), 'time', 'is more than 5 minutes in the future')
  const version = versionOf(mapping, row, at)
  if (typeof version === 'object' && version) reading.add(version.column, row.get(version.column), 'version', VERSION)
  const action = isDeleted(mapping, row) ? 'deleted' : 'upserted'
  const draft = {
    line: row.line,
    subject: typeof subject === 'string' ? subject : UNKNOWN,
    action,
    time: at,
    version: typeof version === 'string' ? version : null,
    data: (action === 'deleted' ? {} : reading.evaluate(compiled.data, [])) as object,
  } as const
  const decoded = validateEvent(eventOf(mapping, { ...draft, version: draft.version ?? '0' }))
  if (decoded.outcome === 'dead' && decoded.faults)
    reading.addFaultsOfData(decoded.faults.map((fault) => ({ ...fault, path: withoutData(fault.path) })))
  else if (decoded.outcome === 'dead') reading.add(null, null, null, decoded.detail)
  if (decoded.outcome !== 'event' || faults.length > 0) return { result: null, faults, cleaned }
  return { result: { ...draft, content: contentOf(mapping, decoded.event.data, decoded.event.time) }, faults, cleaned }
}

const withoutData = (path: readonly PropertyKey[]) => (path[0] === 'data' ? path.slice(1) : path)

/** The event of a record. */
export function eventOf(
  { organization, source, type }: Pick<RecordMapping, 'organization' | 'source' | 'type'>,
  record: { subject: string; action: 'upserted' | 'deleted'; time: string; version: string; data: object },
) {
  const { subject, action, time, version, data } = record
  return {
    specversion: '1.0',
    id: `${subject}.${version}`.slice(-255),
    source,
    type: `tenantdata.${type}.${action}.v1`,
    subject,
    time,
    tenantid: organization,
    sourceversion: version,
    data,
  }
}

/**
 * The contents of a record as text: its decoded data, so that a field that is null and one that is absent are the same.
 * The time belongs to it if it comes from a column. A deletion has no contents.
 */
export function contentOf({ time }: Pick<RecordMapping, 'time'>, data: object | null, at: string): string {
  if (data === null) return 'deleted'
  return canonicalJson(time === 'file' ? { data } : { data, time: at })
}

function keyColumn({ key }: RecordMapping): string | null {
  if (typeof key === 'string') return key
  return 'column' in key && typeof key.column === 'string' ? key.column : null
}

function versionOf({ version }: RecordMapping, row: Row, time: string): string | null | { column: string } {
  if (version === 'content') return null
  if (version === 'time') return String(Date.parse(time))
  const text = cleanText(String(row.get(version.column) ?? '')).replace(/^0+(?=\d)/, '')
  return /^\d{1,38}$/.test(text) ? text : { column: version.column }
}

function isDeleted({ deletion }: RecordMapping, row: Row): boolean {
  if (row.op === 'delete') return true
  return deletion?.values.includes(cleanText(String(row.get(deletion.column) ?? ''))) ?? false
}
