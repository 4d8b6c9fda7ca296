import { z } from 'zod'
import { validateBomEvent } from '../../domain/events/decode-bom-event.ts'
import { notJson } from '../../domain/events/decode-envelope.ts'
import { validateEvent } from '../../domain/events/decode-event.ts'
import type { PublicationEvent } from '../../domain/publications/checked-events.ts'
import { type DeadReason, MAX_EVENT_BYTES, recordKey } from '../../schemas/records/record-events.ts'
import type { Line } from './event-lines.ts'

/** A valid event: its topic and Kafka key, and its value as in the file. */
export interface FeedEvent {
  number: number
  organization: string
  source: string
  topic: 'records' | 'bom'
  key: string
  value: Buffer
  /** The `sourceversion` of a record. Null for an event about a publication. */
  version: bigint | null
  /** Only for an event about a publication. */
  publication?: PublicationEvent
}

/**
 * A line that is not a valid event, with all of its faults, without the payload. An event about a publication whose
 * envelope is valid is returned in addition.
 */
export interface BadLine {
  line: number
  reason: DeadReason
  detail: string
  publication?: PublicationEvent
}

export const EVENT_HEADERS = { 'content-type': 'application/cloudevents+json' }

const HEADER_BYTES = Object.entries(EVENT_HEADERS).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes one line as the projector would, and computes its key. An unexpected error, which would make the event
 * unprocessable, is reported with its line but without its message, which may contain parts of the event.
 */
export function readEvent(line: Line, check?: (json: unknown) => Read): FeedEvent | BadLine {
  return readJson(line, parseLine(line), check)
}

/** Parses one line. Undefined means that it is not JSON in UTF-8, or too long. */
export function parseLine({ bytes }: Line): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}

/** Does what readEvent does, for a line that was parsed already. */
export function readJson(
  { number, bytes }: Line,
  json: unknown,
  check: (json: unknown) => Read = checkEvent,
): FeedEvent | BadLine {
  if (bytes === null) return tooLarge(number)
  if (json === undefined) return { line: number, reason: 'malformed', detail: notJson(bytes) }
  const { publication, ...read } = checkedBy(check, json)
  const about = publication && { publication: { line: number, ...publication } }
  if ('reason' in read) return { line: number, ...read, ...about }
  if (bytes.length + Buffer.byteLength(read.key) + HEADER_BYTES > MAX_EVENT_BYTES) return tooLarge(number)
  return { number, value: bytes, ...read, ...about }
}

type Read = (Omit<FeedEvent, 'number' | 'value' | 'publication'> | Omit<BadLine, 'line' | 'publication'>) & {
  publication?: Omit<PublicationEvent, 'line'>
}

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
  return { organization, source, topic: 'records', key, version }
}

/** Validates an event about a publication. Its key must determine the partition. */
function bomEvent(json: unknown): Read {
  const decoded = validateBomEvent(json)
  if (decoded.outcome === 'ignored') return { reason: 'malformed', detail: 'not an event' }
  const publication = 'event' in decoded ? { publication: { ...claimsOf(json), event: decoded.event } } : {}
  if (decoded.outcome === 'dead') return { reason: decoded.reason, detail: decoded.detail, ...publication }
  const { organization, source } = decoded.event
  return { organization, source, topic: 'bom', key: organization, version: null, ...publication }
}

/** The ID of an event and the style number in its data, which may be invalid. */
const Claims = z.object({
  id: z.string().catch(''),
  data: z
    .object({ style: z.object({ styleNumber: z.string() }) })
    .nullable()
    .catch(null),
})

function claimsOf(json: unknown): Pick<PublicationEvent, 'id' | 'style'> {
  const claims = Claims.safeParse(json).data
  return { id: claims?.id ?? '', style: claims?.data?.style.styleNumber ?? null }
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
