import { validateEvent } from '../schemas/decode-event.ts'
import { type DeadReason, MAX_EVENT_BYTES, recordKey } from '../schemas/events.ts'
import type { Line } from './event-lines.ts'

/** An event that may be fed: its Kafka key, and its value as it stands in the file. */
export interface FeedEvent {
  number: number
  organization: string
  key: string
  value: Buffer
  version: bigint
}

/** A line that is no event, with every fault; the payload is not repeated. */
export interface BadLine {
  line: number
  reason: DeadReason
  detail: string
}

export const EVENT_HEADERS = { 'content-type': 'application/cloudevents+json' }

const HEADER_BYTES = Object.entries(EVENT_HEADERS).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads one line as the projector would read its event; the key is computed from the event. */
export function readEvent({ number, bytes }: Line): FeedEvent | BadLine {
  if (bytes === null) return tooLarge(number)
  const json = parse(bytes)
  if (json === undefined) return { line: number, reason: 'malformed', detail: 'not well-formed JSON in UTF-8' }
  const decoded = validateEvent(json)
  if (decoded.outcome === 'dead') return { line: number, reason: decoded.reason, detail: decoded.detail }
  if (decoded.outcome === 'ignored') return { line: number, reason: 'malformed', detail: decoded.reason }
  const { organization, source, record, kind, version } = decoded.event
  const key = recordKey({ tenantid: organization, source, subject: record.recordId }, kind)
  if (bytes.length + Buffer.byteLength(key) + HEADER_BYTES > MAX_EVENT_BYTES) return tooLarge(number)
  return { number, organization, key, value: bytes, version }
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
