import { checkValue, type Fault } from '../../schemas/checking/check-value.ts'
import { isDeeper, MAX_DEPTH } from '../../schemas/checking/nesting.ts'
import { type DeadReason, Envelope, MAX_EVENT_BYTES } from '../../schemas/records/record-events.ts'
import { mistakeInBytes } from './mistaken-bytes.ts'
import { mistakeForEvent } from './mistaken-json.ts'
import type { NamedFault } from './named-fault.ts'

type HeaderValue = Buffer | string | null | undefined

/** A record as received from any Kafka client. */
export interface RawRecord {
  key: Buffer | null
  value: Buffer | null
  headers: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>
  /** Milliseconds since 1970. */
  timestamp?: number
}

/** A record that cannot be applied, and why. */
export interface Dead {
  outcome: 'dead'
  reason: DeadReason
  detail: string
  /** The fault of each field, if known. `detail` contains the same as a sentence. */
  faults?: readonly NamedFault[]
}

/** An event with a valid envelope. Its data was not validated. */
export interface Enveloped {
  outcome: 'envelope'
  envelope: Envelope
  key: string | null
}

const structured = 'application/cloudevents+json'

/** Returns the faults of the data for a type of event, or none if the type is unknown. */
export type DataCheck = (type: string, data: unknown) => readonly NamedFault[]

/**
 * Decodes the envelope of a record with a value, a CloudEvent in structured or binary mode. Nothing is thrown: an
 * unreadable record is returned as dead with its reason. The detail names every fault without values of the payload. If
 * the envelope has faults, the faults of the data are included. A null value is returned as `empty`.
 */
export function decodeEnvelope(
  raw: RawRecord,
  dataFaults: DataCheck,
): Enveloped | Dead | { outcome: 'empty'; key: string | null; headers: Record<string, string> } {
  const headers = textHeaders(raw.headers)
  if (sizeOf(raw, headers) > MAX_EVENT_BYTES) return dead('malformed', `larger than ${MAX_EVENT_BYTES} bytes`)
  const key = raw.key?.toString('utf8') ?? null
  if (raw.value === null) return { outcome: 'empty', key, headers }
  const text = textOf(raw.value)
  const json = text === undefined ? undefined : parseJson(text)
  if (json === undefined || text === undefined) return dead('malformed', `the value is ${notJson(raw.value, headers)}`)
  if (isBinary(headers)) return checkEnvelope({ ...attributesOf(headers), data: json }, key, dataFaults)
  const decoded = checkEnvelope(json, key, dataFaults, !MAY_CHANGE_IN_NFC.test(text))
  const strays = decoded.outcome === 'dead' ? Object.keys(headers).filter((name) => /^ce[-_]/.test(name)) : []
  if (strays.length === 0) return decoded
  return dead('malformed', 'headers: attributes in headers need ce_specversion, and names that start with ce_, not ce-')
}

/** Describes that a value is not JSON, and which other format it seems to have. */
export function notJson(value: Buffer, headers: Record<string, string> = {}): string {
  const mistake = mistakeInBytes(value, headers)
  return `not well-formed JSON in UTF-8${mistake === null ? '' : `: ${mistake}`}`
}

/** Validates the envelope of a parsed event. `isNfc` means that all its text is already normalized to NFC. */
export function checkEnvelope(
  candidate: unknown,
  key: string | null,
  dataFaults: DataCheck,
  isNfc = false,
): Enveloped | Dead {
  if (isDeeper(candidate)) return dead('malformed', `nested more than ${MAX_DEPTH} levels deep`)
  const sent = isNfc ? candidate : normalized(candidate)
  const envelope = checkValue(Envelope, sent)
  if (envelope.success)
    return { outcome: 'envelope', envelope: envelope.data, key: key === null ? null : key.normalize('NFC') }
  const mistake = mistakeForEvent(sent)
  if (mistake !== null) return dead('malformed', mistake)
  const faults = [...envelope.faults, ...faultsInData(sent, dataFaults)]
  return dead('malformed', sentenceOf(faults), faults)
}

/** Returns the faults of the data, for an event whose envelope is invalid. */
function faultsInData(sent: unknown, dataFaults: DataCheck): NamedFault[] {
  if (typeof sent !== 'object' || sent === null) return []
  const { type, data }: { type?: unknown; data?: unknown } = sent
  return typeof type === 'string' && data !== undefined ? inData(dataFaults(type, data)) : []
}

export function inData(faults: readonly NamedFault[]): NamedFault[] {
  return faults.map((fault) => ({ ...fault, path: ['data', ...fault.path] }))
}

/** Larger values are not parsed to find attributes, because they are far beyond the limit for events. */
const MAX_CLAIMING_BYTES = 4 * 1024 * 1024

/**
 * Returns the attributes that are readable as text, even if the rest of the record is invalid. None of them is
 * verified.
 */
export function claimedAttributes(raw: RawRecord): Record<string, string> {
  const headers = textHeaders(raw.headers)
  if (isBinary(headers)) return attributesOf(headers)
  const json = raw.value === null || raw.value.length > MAX_CLAIMING_BYTES ? null : jsonOf(raw.value)
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(Object.entries(json).filter(([, value]) => typeof value === 'string'))
}

/** Parses the value of a record. Returns undefined if it is not JSON in UTF-8. */
export function jsonOf(value: Buffer | null): unknown {
  const text = value === null ? undefined : textOf(value)
  return text === undefined ? undefined : parseJson(text)
}

function isBinary(headers: Record<string, string>): boolean {
  return headers.ce_specversion !== undefined && !headers['content-type']?.startsWith(structured)
}

/** Returns the attributes of a CloudEvent in binary mode, which are headers that start with `ce_`. */
export function attributesOf(headers: Record<string, string>): Record<string, string> {
  const attributes = Object.entries(headers).filter(([name]) => name.startsWith('ce_'))
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(3), value]))
}

/** If a header occurs more than once, its last value counts. */
function textHeaders(headers: RawRecord['headers']): Record<string, string> {
  const text = Object.entries(headers).flatMap(([name, value]) => {
    const last = Array.isArray(value) ? value.at(-1) : value
    return last === null || last === undefined ? [] : [[name.toLowerCase(), String(last)] as const]
  })
  return Object.fromEntries(text)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(value: Buffer): string | undefined {
  try {
    return utf8.decode(value)
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Matches text that may not be in NFC. Characters below U+0300 never change, but an escape of JSON may stand for any
 * character. https://unicode.org/reports/tr15/
 */
const MAY_CHANGE_IN_NFC = /[\u0300-\uffff]|\\u/

/** Normalizes all text to NFC, so that equal codes have equal bytes. `raw` is left as the source sent it. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().normalize('NFC')
  if (Array.isArray(value)) return value.map(normalized)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, name === 'raw' ? field : normalized(field)]),
  )
}

function sizeOf({ key, value }: RawRecord, headers: Record<string, string>): number {
  const inHeaders = Object.entries(headers).flat()
  return inHeaders.reduce((sum, text) => sum + text.length, (key?.length ?? 0) + (value?.length ?? 0))
}

const MAX_DETAIL = 1000
const MORE = '; and more'
/** How many places a sentence names for one kind of fault, because each item of a list may have it. */
const PLACES = 3

/**
 * Formats faults as one sentence with the place of each and what is expected, grouped by expectation. Values of the
 * payload are never included.
 * @param root name of the place for a fault of the whole value
 */
export function sentenceOf(faults: readonly Fault[], root = 'event'): string {
  const byDetail = Map.groupBy(faults, ({ detail }) => detail)
  const sentences = [...byDetail].map(([detail, alike]) => {
    const places = alike.slice(0, PLACES).map(({ path }) => path.join('.') || root)
    const others = alike.length > PLACES ? ` and ${alike.length - PLACES} more` : ''
    return `${places.join(', ')}${others}: ${detail}`
  })
  const whole = sentences.join('; ')
  if (whole.length <= MAX_DETAIL) return whole
  const end = whole.lastIndexOf('; ', MAX_DETAIL - MORE.length)
  return `${whole.slice(0, end > 0 ? end : MAX_DETAIL - MORE.length)}${MORE}`
}

export function dead(reason: DeadReason, detail: string, faults: readonly NamedFault[] = []): Dead {
  return { outcome: 'dead', reason, detail, ...(faults.length > 0 ? { faults } : {}) }
}
