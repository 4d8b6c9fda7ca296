import { validateBomEvent } from '../../domain/events/decode-bom-event.ts'
import { notJson } from '../../domain/events/decode-envelope.ts'
import { validateEvent } from '../../domain/events/decode-event.ts'
import { type DeadReason, MAX_EVENT_BYTES, recordKey } from '../../schemas/records/record-events.ts'
import type { Line } from './event-lines.ts'

/**
 * A valid event: its topic and Kafka key, and its value as in the file. A repeated record has the same `identity` and
 * no higher `version`. A repeated event about a publication has the same `identity`, and its `version` is null.
 */
export interface FeedEvent {
  number: number
  organization: string
  topic: 'records' | 'bom'
  key: string
  value: Buffer
  identity: string
  version: bigint | null
}

/** A line that is not a valid event, with all of its faults, without the payload. */
export interface BadLine {
  line: number
  reason: DeadReason
  detail: string
}

export const EVENT_HEADERS = { 'content-type': 'application/cloudevents+json' }

const HEADER_BYTES = Object.entries(EVENT_HEADERS).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes one line as the projector would, and computes its key. An unexpected error, which would make the event
 * unprocessable, is reported with its line but without its message, which may contain parts of the event.
 */
export function readEvent({ number, bytes }: Line, check: (json: unknown) => Read = checkEvent): FeedEvent | BadLine {
  if (bytes === null) return tooLarge(number)
  const json = parse(bytes)
  if (json === undefined) return { line: number, reason: 'malformed', detail: notJson(bytes) }
  const read = checkedBy(check, json)
  if ('reason' in read) return { line: number, ...read }
  if (bytes.length + Buffer.byteLength(read.key) + HEADER_BYTES > MAX_EVENT_BYTES) return tooLarge(number)
  return { number, value: bytes, ...read }
}

type Read = Omit<FeedEvent, 'number' | 'value'> | Omit<BadLine, 'line'>

function checkEvent(json: unknown): Read {
  return isAboutBom(json) ? bomEvent(json) : recordEvent(json)
}

function checkedBy(check: (json: unknown) => Read, json: unknown): Read {
  try {
    return check(json)
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : typeof error
    return { reason: 'unprocessable', detail: `unexpected error of the service (${name})` }
  }
}

function recordEvent(json: unknown): Read {
  const decoded = validateEvent(json, Date.now())
  if (decoded.outcome === 'dead') return { reason: decoded.reason, detail: decoded.detail }
  if (decoded.outcome === 'ignored') return { reason: 'malformed', detail: decoded.reason }
  const { organization, source, record, kind, version } = decoded.event
  const key = recordKey({ tenantid: organization, source, subject: record.recordId }, kind)
  return { organization, topic: 'records', key, identity: key, version }
}

/** Validates an event about a publication. Its key must determine the partition. */
function bomEvent(json: unknown): Read {
  const decoded = validateBomEvent(json)
  if (decoded.outcome === 'dead') return { reason: decoded.reason, detail: decoded.detail }
  if (decoded.outcome === 'ignored') return { reason: 'malformed', detail: 'not an event' }
  const { organization, snapshotId, key } = decoded.event
  return {
    organization,
    topic: 'bom',
    key: organization,
    identity: `${organization} ${snapshotId} ${key}`,
    version: null,
  }
}

/**
 * Whether the type of an event begins like those of publications. An unknown type of this form is validated as one, and
 * rejected.
 */
function isAboutBom(json: unknown): boolean {
  const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : null
  return typeof type === 'string' && type.startsWith('tenantdata.bom.')
}

export function isBad(read: FeedEvent | BadLine): read is BadLine {
  return 'reason' in read
}

function tooLarge(line: number): BadLine {
  return { line, reason: 'malformed', detail: `larger than ${MAX_EVENT_BYTES} bytes` }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}
