import type { RecordMapping } from '../../schemas/imports/mapping.ts'
import { validateEvent } from '../events/decode-event.ts'
import { canonicalJson } from '../identity/canonical-json.ts'
import { cleanText } from './clean-text.ts'
import type { CompiledMapping } from './compile-mapping.ts'
import type { Path, Reports } from './compile-value.ts'
import { type ImportFault, pathText, type Row, shownValue } from './row.ts'

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

export interface MappedRow {
  record: MappedRecord | null
  faults: ImportFault[]
  /** The columns from whose values characters were removed. */
  cleaned: ReadonlySet<string>
}

interface Origin {
  path: string
  column: string
  value: unknown
}

/**
 * Maps a row to a record, and validates its event as the projector would.
 * @param fileTime the time of events without a time of their own
 */
export function mapRecord(mapping: RecordMapping, compiled: CompiledMapping, row: Row, fileTime: string): MappedRow {
  const faults: ImportFault[] = []
  const origins: Origin[] = []
  const cleaned = new Set<string>()
  const { line } = row
  const addFault = (column: string | null, value: unknown, field: string | null, detail: string) => {
    // A column that is both the key and a field is reported once.
    const isKnown = faults.some((one) => one.column === column && one.detail === detail)
    if (!isKnown) faults.push({ line, column, value: shownValue(value), field, detail })
  }
  const reports: Reports = {
    fault: (path, column, value, detail) => addFault(column, value, pathText(path), detail),
    origin: (path, column, value) => void origins.push({ path: pathText(path), column, value }),
    cleaned: (column) => void cleaned.add(column),
  }
  const subject = compiled.key?.(row, ['key'], reports)
  if (typeof subject !== 'string' && faults.length === 0)
    addFault(keyColumns(mapping), null, 'key', 'must have a value, because it identifies the record')
  const time = compiled.time(row)
  if (time && 'fault' in time) addFault(time.column, row.get(time.column), 'time', time.fault)
  const version = versionOf(mapping, row, time && 'value' in time ? time.value : fileTime)
  if (typeof version === 'object' && version) addFault(version.column, row.get(version.column), 'version', VERSION)
  const action = isDeleted(mapping, row) ? 'deleted' : 'upserted'
  const draft = {
    line,
    subject: typeof subject === 'string' ? subject : UNKNOWN,
    action,
    time: time && 'value' in time ? time.value : fileTime,
    version: typeof version === 'string' ? version : null,
    data: (action === 'deleted' ? {} : compiled.data(row, [], reports)) as object,
  } as const
  const decoded = validateEvent(eventOf(mapping, { ...draft, version: draft.version ?? '0' }))
  if (decoded.outcome === 'event' && faults.length === 0) {
    const content = contentOf(mapping, decoded.event.data, decoded.event.time)
    return { record: { ...draft, content }, faults, cleaned }
  }
  // A value that was rejected already is missing in the event, which is no second fault.
  const known = faults.map(({ field }) => field ?? '')
  const others = eventFaults(decoded, origins, line).filter(
    ({ field }) => !known.some((one) => isSame(one, field ?? '')),
  )
  return { record: null, faults: [...faults, ...others], cleaned }
}

const UNKNOWN = '?'

/** Whether one of two fields is the other, or contains it. */
function isSame(a: string, b: string): boolean {
  const isIn = (inner: string, outer: string) => inner === outer || /^[.[]/.test(inner.slice(outer.length))
  return (a.startsWith(b) && isIn(a, b)) || (b.startsWith(a) && isIn(b, a))
}

const VERSION = 'must be an integer from 0, because it is the version of the record'

/** The event of a record, without its ID. */
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

function keyColumns({ key }: RecordMapping): string | null {
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

function eventFaults(decoded: ReturnType<typeof validateEvent>, origins: Origin[], line: number): ImportFault[] {
  if (decoded.outcome === 'event') return []
  if (decoded.outcome === 'ignored' || !decoded.faults)
    return [{ line, column: null, value: null, field: null, detail: 'detail' in decoded ? decoded.detail : '' }]
  return decoded.faults.map(({ path, detail }) => {
    const own = path[0] === 'data' ? path.slice(1) : path
    const from = originOf(own as Path, origins)
    const { column = null, value = null } = from ?? {}
    return { line, column, value: shownValue(value), field: pathText(own), detail }
  })
}

/** The column that a field comes from: that of the field itself, or of the object or list that contains it. */
function originOf(path: Path, origins: readonly Origin[]): Origin | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = origins.find((origin) => origin.path === pathText(path.slice(0, length)))
    if (found) return found
  }
  return origins.find((origin) => origin.path.startsWith(pathText(path)))
}
