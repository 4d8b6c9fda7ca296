import type { z } from 'zod'
import {
  type DeadReason,
  Envelope,
  MAX_EVENT_BYTES,
  type RecordKind,
  recordData,
  recordKey,
  recordTypes,
} from './events.ts'
import type { RecordIdentity } from './identity.ts'

type HeaderValue = Buffer | string | null | undefined

/** What arrives: a record as any Kafka client hands it out. */
export interface RawRecord {
  key: Buffer | null
  value: Buffer | null
  headers: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>
}

export type RecordData = { [K in RecordKind]: z.output<(typeof recordData)[K]> }

/** One change of one source record; `data` is null for a deletion. */
export type RecordEvent = {
  [K in RecordKind]: {
    kind: K
    organization: string
    record: RecordIdentity
    source: string
    time: string
    version: bigint
    data: RecordData[K] | null
  }
}[RecordKind]

export type Decoded =
  | { outcome: 'event'; event: RecordEvent }
  | { outcome: 'ignored'; reason: 'delete_without_version' }
  | { outcome: 'dead'; reason: DeadReason; detail: string; organization: string | null }

const structured = 'application/cloudevents+json'

/**
 * Reads one record of the records topic: structured or binary CloudEvents, or a deletion by null value. Nothing is
 * thrown: what cannot be read is dead with its reason, and the detail names every fault without repeating the payload.
 */
export function decodeEvent(raw: RawRecord): Decoded {
  const headers = textHeaders(raw.headers)
  if (sizeOf(raw, headers) > MAX_EVENT_BYTES) return dead('malformed', `larger than ${MAX_EVENT_BYTES} bytes`)
  if (raw.value === null) return decodeDeletion(raw.key?.toString('utf8') ?? null, headers)
  const text = textOf(raw.value)
  const json = text === undefined ? undefined : parseJson(text)
  if (json === undefined || text === undefined) return dead('malformed', 'the value is not well-formed JSON in UTF-8')
  const isBinary = headers.ce_specversion !== undefined && !headers['content-type']?.startsWith(structured)
  const key = raw.key?.toString('utf8') ?? null
  if (isBinary) return decodeEnvelope({ ...attributesOf(headers), data: json }, key)
  return decodeEnvelope(json, key, !MAY_CHANGE_IN_NFC.test(text))
}

/** Checks an event as an object, for `tda feed`: the key is computed, not compared. */
export function validateEvent(event: unknown): Decoded {
  return decodeEnvelope(event, undefined)
}

function decodeEnvelope(candidate: unknown, key: string | null | undefined, isNfc = false): Decoded {
  if (isDeeper(candidate, MAX_DEPTH)) return dead('malformed', `nested more than ${MAX_DEPTH} levels deep`)
  const envelope = Envelope.safeParse(isNfc ? candidate : normalized(candidate))
  if (!envelope.success) return dead('malformed', faultsOf(envelope.error))
  const type = recordTypes.get(envelope.data.type)
  if (!type) return dead('unknown_type', `type ${envelope.data.type.slice(0, 100)}`, envelope.data.tenantid)
  if (key !== undefined && key?.normalize('NFC') !== recordKey(envelope.data, type.kind)) {
    return dead('key_mismatch', 'the key must be {tenantid}/{kind}/{system}/{instance}/{subject} of the event')
  }
  const data =
    type.action === 'deleted' ? { success: true as const, data: null } : dataOf(type.kind, envelope.data.data)
  if (!data.success) return dead('invalid_data', faultsOf(data.error), envelope.data.tenantid)
  return { outcome: 'event', event: toEvent(envelope.data, type.kind, data.data) }
}

function dataOf(kind: RecordKind, data: unknown) {
  return recordData[kind].safeParse(data)
}

function toEvent(envelope: Envelope, kind: RecordKind, data: RecordEvent['data']): RecordEvent {
  const [, system = '', instance = ''] = envelope.source.split('/')
  return {
    kind,
    organization: envelope.tenantid,
    record: { system, instance, recordId: envelope.subject },
    source: envelope.source,
    time: envelope.time,
    version: BigInt(envelope.sourceversion),
    data,
  } as RecordEvent
}

/** A null value has no envelope: the key says which record, and the headers which version of it. */
function decodeDeletion(key: string | null, headers: Record<string, string>): Decoded {
  if (headers.ce_sourceversion === undefined || headers.ce_time === undefined) {
    return { outcome: 'ignored', reason: 'delete_without_version' }
  }
  const [tenantid, kind, system, instance, ...subject] = (key ?? '').split('/')
  const named = { tenantid, source: `/${system}/${instance}`, subject: subject.join('/') }
  const event = {
    specversion: '1.0',
    id: 'tombstone',
    type: `tenantdata.${kind}.deleted.v1`,
    ...named,
    ...attributesOf(headers),
    data: {},
  }
  return decodeEnvelope(event, key)
}

/** Binary mode: attributes are headers that start with `ce_`. */
function attributesOf(headers: Record<string, string>): Record<string, string> {
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
function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'event'}: ${message}`)
  return faults.join('; ').slice(0, MAX_DETAIL)
}

function dead(reason: DeadReason, detail: string, organization: string | null = null): Decoded {
  return { outcome: 'dead', reason, detail, organization }
}
