import type { z } from 'zod'
import { subjectFault } from './connected-data.ts'
import {
  attributesOf,
  checkEnvelope,
  type Dead,
  dead,
  decodeEnvelope,
  type Enveloped,
  faultsOf,
  type RawRecord,
} from './decode-envelope.ts'
import { type Envelope, type RecordKind, recordData, recordKey, recordTypes } from './events.ts'
import type { RecordIdentity } from './identity.ts'

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
  const decoded = decodeEnvelope(raw)
  if (decoded.outcome === 'empty') return decodeDeletion(decoded.key, decoded.headers, raw.timestamp)
  return decodeRecord(
    decoded,
    (kind, envelope) => decoded.outcome !== 'envelope' || decoded.key === recordKey(envelope, kind),
    raw.timestamp,
  )
}

/** Checks an event as an object, for `tda feed`: the key is computed, not compared. */
export function validateEvent(event: unknown): Decoded {
  return decodeRecord(checkEnvelope(event, null), () => true)
}

function decodeRecord(
  decoded: Enveloped | Dead,
  hasItsKey: (kind: RecordKind, envelope: Envelope) => boolean,
  timestamp?: number,
): Decoded {
  if (decoded.outcome === 'dead') return decoded
  const { envelope } = decoded
  const type = recordTypes.get(envelope.type)
  if (!type) return dead('unknown_type', `type ${envelope.type.slice(0, 100)}`, envelope.tenantid)
  if (!hasItsKey(type.kind, envelope)) {
    return dead('key_mismatch', 'the key must be {tenantid}/{kind}/{system}/{instance}/{subject} of the event')
  }
  const data = type.action === 'deleted' ? { success: true as const, data: null } : dataOf(type.kind, envelope.data)
  if (!data.success) return dead('invalid_data', faultsOf(data.error), envelope.tenantid)
  const fault = subjectFault(type.kind, envelope.subject, data.data)
  if (fault) return dead('invalid_data', fault, envelope.tenantid)
  return { outcome: 'event', event: toEvent(envelope, type.kind, data.data, timestamp) }
}

function dataOf(kind: RecordKind, data: unknown) {
  return recordData[kind].safeParse(data)
}

function toEvent(envelope: Envelope, kind: RecordKind, data: RecordEvent['data'], timestamp?: number): RecordEvent {
  const [, system = '', instance = ''] = envelope.source.split('/')
  return {
    kind,
    organization: envelope.tenantid,
    record: { system, instance, recordId: envelope.subject },
    source: envelope.source,
    time: envelope.time,
    ingestedAt: timestamp === undefined ? envelope.time : new Date(timestamp).toISOString(),
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
  return decodeRecord(
    checkEnvelope(event, key),
    (kind, envelope) => key?.normalize('NFC') === recordKey(envelope, kind),
    timestamp,
  )
}
