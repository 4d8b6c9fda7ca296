import { checkValue, type Fault } from '../../schemas/checking/check-value.ts'
import { isDeeper, MAX_DEPTH } from '../../schemas/checking/nesting.ts'
import { type DeadReason, Envelope, MAX_EVENT_BYTES } from '../../schemas/records/record-events.ts'
import { mistakeInBytes } from './mistaken-bytes.ts'
import { mistakeForEvent } from './mistaken-json.ts'

type HeaderValue = Buffer | string | null | undefined

/** What arrives: a record as any Kafka client hands it out. */
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
  /** What is wrong with which field, where that is known: the detail says the same in a sentence. */
  faults?: readonly Fault[]
}

/** An event whose envelope is sound; its data was not looked at. */
export interface Enveloped {
  outcome: 'envelope'
  envelope: Envelope
  key: string | null
}

const structured = 'application/cloudevents+json'

/** The faults of the data of an event of this type; none where the type is unknown. */
export type DataCheck = (type: string, data: unknown) => readonly Fault[]

/**
 * Reads the envelope of a record with a value: structured or binary CloudEvents. Nothing is thrown: what cannot be read is
 * dead with its reason, and the detail names every fault without repeating the payload, also those of the data when the
 * envelope has some. A null value is `empty`.
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

/** That a value is no JSON, and what it seems to be instead. */
export function notJson(value: Buffer, headers: Record<string, string> = {}): string {
  const mistake = mistakeInBytes(value, headers)
  return `not well-formed JSON in UTF-8${mistake === null ? '' : `: ${mistake}`}`
}

/** Checks the envelope of an event that was parsed; `isNfc` says that all its text is in NFC already. */
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

/** What is wrong with the data of an event whose envelope is not sound. */
function faultsInData(sent: unknown, dataFaults: DataCheck): Fault[] {
  if (typeof sent !== 'object' || sent === null) return []
  const { type, data }: { type?: unknown; data?: unknown } = sent
  return typeof type === 'string' && data !== undefined ? inData(dataFaults(type, data)) : []
}

export function inData(faults: readonly Fault[]): Fault[] {
  return faults.map(({ path, detail }) => ({ path: ['data', ...path], detail }))
}

/** Larger values are far from what an event may be, and are not read for a name. */
const MAX_CLAIMING_BYTES = 4 * 1024 * 1024

/** The attributes that are text in a record whatever else is wrong with it; nothing of them was checked. */
export function claimedAttributes(raw: RawRecord): Record<string, string> {
  const headers = textHeaders(raw.headers)
  if (isBinary(headers)) return attributesOf(headers)
  const text = raw.value === null || raw.value.length > MAX_CLAIMING_BYTES ? undefined : textOf(raw.value)
  const json = text === undefined ? null : parseJson(text)
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(Object.entries(json).filter(([, value]) => typeof value === 'string'))
}

function isBinary(headers: Record<string, string>): boolean {
  return headers.ce_specversion !== undefined && !headers['content-type']?.startsWith(structured)
}

/** Binary mode: attributes are headers that start with `ce_`. */
export function attributesOf(headers: Record<string, string>): Record<string, string> {
  const attributes = Object.entries(headers).filter(([name]) => name.startsWith('ce_'))
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(3), value]))
}

/** Of a name that occurs more than once the last value counts. */
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

/** Below U+0300 every text is in NFC, unless an escape of JSON hides another character. https://unicode.org/reports/tr15/ */
const MAY_CHANGE_IN_NFC = /[\u0300-\uffff]|\\u/

/** All text in NFC, so that equal codes are equal bytes; `raw` stays as the source wrote it. */
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
/** A list may have a fault in each of its items: this is how many places are named. */
const PLACES = 3

/**
 * Says where each fault is and what was expected, each expectation once; values of the payload are never repeated.
 * @param root what is called the place of a fault of all of it
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

export function dead(reason: DeadReason, detail: string, faults: readonly Fault[] = []): Dead {
  return { outcome: 'dead', reason, detail, ...(faults.length > 0 ? { faults } : {}) }
}
