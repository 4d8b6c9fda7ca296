import type { z } from 'zod'
import { type DeadReason, Envelope, MAX_EVENT_BYTES } from './events.ts'

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
  organization: string | null
}

/** An event whose envelope is sound; its data was not looked at. */
export interface Enveloped {
  outcome: 'envelope'
  envelope: Envelope
  key: string | null
}

const structured = 'application/cloudevents+json'

/**
 * Reads the envelope of a record with a value: structured or binary CloudEvents. Nothing is thrown: what cannot be read is
 * dead with its reason, and the detail names every fault without repeating the payload. A null value is `empty`.
 */
export function decodeEnvelope(
  raw: RawRecord,
): Enveloped | Dead | { outcome: 'empty'; key: string | null; headers: Record<string, string> } {
  const headers = textHeaders(raw.headers)
  if (sizeOf(raw, headers) > MAX_EVENT_BYTES) return dead('malformed', `larger than ${MAX_EVENT_BYTES} bytes`)
  const key = raw.key?.toString('utf8') ?? null
  if (raw.value === null) return { outcome: 'empty', key, headers }
  const text = textOf(raw.value)
  const json = text === undefined ? undefined : parseJson(text)
  if (json === undefined || text === undefined) return dead('malformed', 'the value is not well-formed JSON in UTF-8')
  const isBinary = headers.ce_specversion !== undefined && !headers['content-type']?.startsWith(structured)
  if (isBinary) return checkEnvelope({ ...attributesOf(headers), data: json }, key)
  return checkEnvelope(json, key, !MAY_CHANGE_IN_NFC.test(text))
}

/** Checks the envelope of an event that was parsed; `isNfc` says that all its text is in NFC already. */
export function checkEnvelope(candidate: unknown, key: string | null, isNfc = false): Enveloped | Dead {
  if (isDeeper(candidate, MAX_DEPTH)) return dead('malformed', `nested more than ${MAX_DEPTH} levels deep`)
  const envelope = Envelope.safeParse(isNfc ? candidate : normalized(candidate))
  if (!envelope.success) return dead('malformed', faultsOf(envelope.error))
  return { outcome: 'envelope', envelope: envelope.data, key: key === null ? null : key.normalize('NFC') }
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

/** Far beyond what an event needs, and far below what exhausts the stack of those who walk through it. */
const MAX_DEPTH = 64

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((field) => isDeeper(field, levels - 1))
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

/** Names where each fault is and what was expected; values of the payload are never repeated. */
export function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`)
  return faults.join('; ').slice(0, MAX_DETAIL)
}

export function dead(reason: DeadReason, detail: string, organization: string | null = null): Dead {
  return { outcome: 'dead', reason, detail, organization }
}
