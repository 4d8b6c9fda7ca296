import type { z } from 'zod'
import { type Checked, checkValue, type Fault } from '../../schemas/checking/check-value.ts'
import { bomTypes } from '../../schemas/records/bom-events.ts'
import { subjectFault } from '../../schemas/records/connected-data.ts'
import { type Envelope, RecordKind, recordData, recordKey, recordTypes } from '../../schemas/records/record-events.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
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

/** One change of one source record. `data` is null for a deletion. */
export type RecordEvent = {
  [K in RecordKind]: {
    kind: K
    organization: string
    record: RecordIdentity
    source: string
    time: string
    /** The Kafka timestamp of the record, or the event's own time if there is none. */
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
 * Decodes a record of a records topic: a CloudEvent in structured or binary mode, or a deletion by a null value.
 * Nothing is thrown: an unreadable record is returned as dead with its reason. The detail names every fault without
 * values of the payload.
 */
export function decodeEvent(raw: RawRecord): Decoded {
  const decoded = decodeEnvelope(raw, dataFaults)
  if (decoded.outcome === 'empty') return decodeDeletion(decoded.key, decoded.headers, raw.timestamp)
  return decodeRecord(decoded, keyFault, raw.timestamp)
}

/**
 * Validates a parsed event, for `tda feed`. Its key is computed, not compared.
 * @param timestamp when the event will be sent, in milliseconds since 1970; without it, the event's time is not checked
 */
export function validateEvent(event: unknown, timestamp?: number): Decoded {
  return decodeRecord(checkEnvelope(event, null, dataFaults), () => null, timestamp)
}

/** Tolerates clocks that differ. A record with a time in the distant future would remain the newest until that time. */
export const MAX_AHEAD_MS = 5 * 60_000

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

/**
 * Links of these types must not start and end at the same entity. Other types may, for example an ERP can have an owner
 * that is its own.
 */
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

/** Validates the data of an event of a known type. The data of a deletion is ignored. */
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

/** Describes which parts of the record key differ from the event, or returns null. */
function keyFault(kind: RecordKind, { envelope, key }: Enveloped): string | null {
  const wanted = recordKey(envelope, kind)
  if (key === wanted) return null
  const given = partsOf(key ?? '')
  const differing = partsOf(wanted).flatMap((part, at) => (part === given[at] ? [] : (KEY_PARTS[at] ?? [])))
  const what =
    key === null ? 'it has none' : `its ${differing.join(', ')} ${differing.length === 1 ? 'differs' : 'differ'}`
  return `the key must be {${KEY_PARTS.join('}/{')}} of the event: ${what}`
}

/** Splits a record key. Only its last part, the subject, may contain slashes. */
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

/**
 * Decodes a deletion by a null value. It has no envelope: the key identifies the record, and the headers contain the
 * version.
 */
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
