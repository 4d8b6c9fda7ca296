import { hash } from 'node:crypto'
import { type Checked, checkValue } from '../../schemas/checking/check-value.ts'
import { type BomAction, type BomData, bomData, bomTypes } from '../../schemas/records/bom-events.ts'
import { type Envelope, recordTypes } from '../../schemas/records/record-events.ts'
import { bomPartition } from './bom-partition.ts'
import {
  checkEnvelope,
  type Dead,
  dead,
  decodeEnvelope,
  type Enveloped,
  type RawRecord,
  sentenceOf,
} from './decode-envelope.ts'
import { mistakeForData } from './mistaken-json.ts'
import { type NamedFault, namesAt } from './named-fault.ts'

/** The contents of a publication event. Invalid contents are kept as faults, because they make the publication fail. */
export type BomContent =
  | { [A in BomAction]: { action: A; data: BomData[A] } }[BomAction]
  | { action: 'invalid'; of: BomAction; detail: string; faults: readonly NamedFault[] }

/** One event about a publication. `key` identifies the event itself; it is derived from its source and ID. */
export interface BomEvent {
  organization: string
  snapshotId: string
  id: string
  source: string
  system: string
  instance: string
  key: string
  time: string
  version: bigint
  content: BomContent
}

export type DecodedBom = { outcome: 'event'; event: BomEvent } | Dead | { outcome: 'ignored' }

/** The partition from which a record was read, and the number of partitions of its topic. */
export interface BomPlace {
  partition: number
  partitions: number
}

/**
 * Decodes a record of the BOM topic. Nothing is thrown: an unreadable record is returned as dead with its reason. An
 * event with invalid data is returned as an event, because its publication must fail.
 */
export function decodeBomEvent(raw: RawRecord, { partition, partitions }: BomPlace): DecodedBom {
  const decoded = decodeEnvelope(raw, dataFaults)
  if (decoded.outcome === 'empty') return { outcome: 'ignored' }
  if (decoded.outcome === 'dead') return decoded
  const { tenantid } = decoded.envelope
  if (decoded.key !== tenantid) return keyMismatch(decoded)
  const own = bomPartition(tenantid, partitions)
  if (partition !== own) return dead('wrong_partition', wrongPartition(partition, own))
  return decodeBom(decoded)
}

/** Validates a parsed event, for `tda feed`. Here an event with invalid data is dead, and is returned in addition. */
export function validateBomEvent(candidate: unknown): DecodedBom | (Dead & { event: BomEvent }) {
  const decoded = checkEnvelope(candidate, null, dataFaults)
  const bom = decoded.outcome === 'dead' ? decoded : decodeBom(decoded)
  if (bom.outcome !== 'event' || bom.event.content.action !== 'invalid') return bom
  return { ...dead('invalid_data', bom.event.content.detail, bom.event.content.faults), event: bom.event }
}

function keyMismatch({ key, envelope }: Enveloped): Dead {
  const faults = dataFaults(envelope.type, envelope.data)
  const what = `the key must be the tenantid of the event${key === null ? ': it has none' : ''}`
  return dead('key_mismatch', faults.length === 0 ? what : `${what}; ${sentenceOf(faults, 'data')}`, faults)
}

function wrongPartition(partition: number, own: number): string {
  const why = 'the murmur2 of the key chooses it, in librdkafka with partitioner=murmur2_random'
  return `partition ${partition}, and its events belong to ${own}: ${why}`
}

function unknownType(type: string): string {
  const wanted = recordTypes.has(type)
    ? 'belongs to the topic of records'
    : `must be one of ${[...bomTypes.keys()].join(', ')}`
  return `type ${type.slice(0, 100)}: ${wanted}`
}

function decodeBom({ envelope }: Enveloped): DecodedBom {
  const action = bomTypes.get(envelope.type)
  if (!action) return dead('unknown_type', unknownType(envelope.type))
  const [, system = '', instance = ''] = envelope.source.split('/')
  const event = {
    organization: envelope.tenantid,
    snapshotId: envelope.subject,
    id: envelope.id,
    source: envelope.source,
    system,
    instance,
    key: eventKeyOf(envelope.source, envelope.id),
    time: envelope.time,
    version: BigInt(envelope.sourceversion),
    content: contentOf(action, envelope),
  }
  return { outcome: 'event', event }
}

/** 96 bits, so that collisions are practically impossible even among millions of events. */
const EVENT_KEY_LENGTH = 16

/** Returns the key that identifies an event of a publication, derived from its source and ID. */
export function eventKeyOf(source: string, id: string): string {
  return hash('sha256', JSON.stringify([source, id]), 'base64url').slice(0, EVENT_KEY_LENGTH)
}

function contentOf(action: BomAction, envelope: Envelope): BomContent {
  const { subject, data } = envelope
  const parsed = dataOf(action, data)
  if (!parsed.success) return invalid(action, parsed.faults, envelope)
  if (parsed.data.snapshotId !== subject)
    return invalid(action, [{ path: ['snapshotId'], detail: 'must be the subject of the event' }], envelope)
  return { action, data: parsed.data } as BomContent
}

function invalid(action: BomAction, faults: readonly NamedFault[], { id, source, data }: Envelope): BomContent {
  const named = faults.map((fault) => ({ ...namedIn(action, data, fault), eventId: id, source }))
  return { action: 'invalid', of: action, detail: sentenceOf(faults, 'data'), faults: named }
}

function namedIn(action: BomAction, data: unknown, fault: NamedFault): NamedFault {
  return action === 'style' ? { ...fault, ...namesAt(data, fault.path) } : fault
}

function dataOf(action: BomAction, data: unknown): Checked<BomData[BomAction]> {
  const parsed = checkValue(bomData[action], data)
  if (parsed.success) return parsed
  const mistake = mistakeForData(data)
  return mistake === null ? parsed : { success: false, faults: [{ path: [], detail: mistake }] }
}

function dataFaults(type: string, data: unknown): readonly NamedFault[] {
  const action = bomTypes.get(type)
  const checked = action && dataOf(action, data)
  return checked && !checked.success ? checked.faults.map((fault) => namedIn(action, data, fault)) : []
}
