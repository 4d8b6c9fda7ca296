import type { z } from 'zod'
import { type Checked, checkValue, type Fault } from '../../schemas/checking/check-value.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import { bomTypes } from '../../schemas/records/bom-events.ts'
import { subjectFault } from '../../schemas/records/connected-data.ts'
import { type Envelope, RecordKind, recordData, recordKey, recordTypes } from '../../schemas/records/record-events.ts'
import type { RecordIdentity } from '../identity/identity.ts'
import {
  attributesOf,
  checkEnvelope,
  type Dead,
  dead,
  decodeEnvelope,
  type Enveloped,
  type RawRecord,
  sentenceOf,
} from './decode-envelope.ts'
import { mistakeForData } from './mistaken-json.ts'

export type RecordData = { [K in RecordKind]: z.output<(typeof recordData)[K]> }

/** One change of one source record; `data` is null for a deletion. */
export type RecordEvent = {
  [K in RecordKind]: {
    kind: K
    organization: string
    record: RecordIdentity
    source: string
    time: string
    /** When the change reached the log, by Kafka's timestamp; the event's own time where there is none. */
    ingestedAt: string
    version: bigint
    data: RecordData[K] | null
  }
}[RecordKind]

export type Decoded =
  | { outcome: 'event'; event: RecordEvent }
  | { outcome: 'ignored'; reason: 'delete_without_version' }
  | Dead

/**
 * Reads one record of the records topic: structured or binary CloudEvents, or a deletion by null value. Nothing is
 * thrown: what cannot be read is dead with its reason, and the detail names every fault without repeating the payload.
 */
export function decodeEvent(raw: RawRecord): Decoded {
  const decoded = decodeEnvelope(raw, dataFaults)
  if (decoded.outcome === 'empty') return decodeDeletion(decoded.key, decoded.headers, raw.timestamp)
  return decodeRecord(decoded, keyFault, raw.timestamp)
}

/**
 * Checks an event as an object, for `tda feed`: the key is computed, not compared.
 * @param timestamp when it will reach the log, in milliseconds since 1970; without one its time may be any
 */
export function validateEvent(event: unknown, timestamp?: number): Decoded {
  return decodeRecord(checkEnvelope(event, null, dataFaults), () => null, timestamp)
}

/** Clocks differ; a record dated beyond this would count as the newest for as long as its date is ahead. */
const MAX_AHEAD_MS = 5 * 60_000

function decodeRecord(
  decoded: Enveloped | Dead,
  keyFaultOf: (kind: RecordKind, decoded: Enveloped) => string | null,
  timestamp?: number,
): Decoded {
  if (decoded.outcome === 'dead') return decoded
  const { envelope } = decoded
  const type = recordTypes.get(envelope.type)
  if (!type) return dead('unknown_type', unknownType(envelope.type))
  const data = dataOf(envelope.type, envelope.data)
  const faults = data.success ? [] : data.faults
  const subject = subjectFault(type.kind, envelope.subject, data.success ? data.data : null)
  if (subject !== null) faults.push({ path: ['subject'], detail: subject })
  if (isOfItself(data.success ? data.data : null, envelope.source))
    faults.push({ path: ['to'], detail: 'must be another one than from' })
  if (timestamp !== undefined && Date.parse(envelope.time) > timestamp + MAX_AHEAD_MS)
    faults.push({ path: ['time'], detail: 'is more than 5 minutes later than when the event reached the log' })
  const key = keyFaultOf(type.kind, decoded)
  if (key !== null)
    return dead('key_mismatch', [key, ...(faults.length > 0 ? [sentenceOf(faults, 'data')] : [])].join('; '), faults)
  if (faults.length > 0 || !data.success) return dead('invalid_data', sentenceOf(faults, 'data'), faults)
  return { outcome: 'event', event: toEvent(envelope, type.kind, data.data, timestamp) }
}

function unknownType(type: string): string {
  const isBom = bomTypes.has(type)
  const wanted = isBom
    ? 'belongs to the topic of publications'
    : `must be tenantdata.{kind}.upserted.v1 or tenantdata.{kind}.deleted.v1 with the kind ${RecordKind.options.join(', ')}`
  return `type ${type.slice(0, 100)}: ${wanted}`
}

/** Nothing replaces itself, is carried over from itself, or is made from itself; an owner may be its own, as ERPs have it. */
const ofOthers: readonly string[] = ['SUBSTITUTE_FOR', 'CARRIED_OVER_FROM', 'MADE_FROM']

function isOfItself(data: RecordEvent['data'], source: string): boolean {
  if (data === null || !('from' in data) || !ofOthers.includes(data.type)) return false
  const [from, to] = [data.from, data.to].map(({ system, instance, recordId, canonicalOf }) => {
    const own = { source: system === undefined ? source : `/${system}/${instance}`, recordId }
    return canonicalOf
      ? { source: `/${canonicalOf.system}/${canonicalOf.instance}`, recordId: canonicalOf.recordId }
      : own
  })
  return from?.source === to?.source && from?.recordId === to?.recordId
}

/** The data of an event of a known type; that of a deletion is not read. */
function dataOf(name: string, data: unknown): Checked<RecordEvent['data']> {
  const type = recordTypes.get(name)
  if (!type || type.action === 'deleted') return { success: true, data: null }
  const checked = checkValue(recordData[type.kind], data)
  if (checked.success) return checked
  const mistake = mistakeForData(data)
  return mistake === null ? checked : { success: false, faults: [{ path: [], detail: mistake }] }
}

function dataFaults(type: string, data: unknown): readonly Fault[] {
  const checked = dataOf(type, data)
  return checked.success ? [] : checked.faults
}

const KEY_PARTS = ['tenantid', 'kind', 'system', 'instance', 'subject']

/** Which parts of the key are not those of the event. */
function keyFault(kind: RecordKind, { envelope, key }: Enveloped): string | null {
  const wanted = recordKey(envelope, kind)
  if (key === wanted) return null
  const given = partsOf(key ?? '')
  const differing = partsOf(wanted).flatMap((part, at) => (part === given[at] ? [] : (KEY_PARTS[at] ?? [])))
  const what =
    key === null ? 'it has none' : `its ${differing.join(', ')} ${differing.length === 1 ? 'differs' : 'differ'}`
  return `the key must be {${KEY_PARTS.join('}/{')}} of the event: ${what}`
}

/** A subject may hold slashes of its own. */
function partsOf(key: string): string[] {
  const [tenantid = '', kind = '', system = '', instance = '', ...subject] = key.split('/')
  return [tenantid, kind, system, instance, subject.join('/')]
}

function toEvent(envelope: Envelope, kind: RecordKind, data: RecordEvent['data'], timestamp?: number): RecordEvent {
  const [, system = '', instance = ''] = envelope.source.split('/')
  return {
    kind,
    organization: envelope.tenantid,
    record: { system, instance, recordId: envelope.subject },
    source: envelope.source,
    time: envelope.time,
    ingestedAt: timestamp === undefined ? envelope.time : timeOfMilliseconds(timestamp),
    version: BigInt(envelope.sourceversion),
    data,
  } as RecordEvent
}

/** A null value has no envelope: the key says which record, and the headers which version of it. */
function decodeDeletion(key: string | null, headers: Record<string, string>, timestamp?: number): Decoded {
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
  return decodeRecord(checkEnvelope(event, key, dataFaults), keyFault, timestamp)
}
