import { hash } from 'node:crypto'
import { type BomAction, type BomData, bomData, bomTypes } from './bom-events.ts'
import { bomPartition } from './bom-partition.ts'
import {
  checkEnvelope,
  type Dead,
  dead,
  decodeEnvelope,
  type Enveloped,
  faultsOf,
  type RawRecord,
} from './decode-envelope.ts'
import type { Envelope } from './events.ts'

/** What an event says of its publication; the faults of one that says it wrongly make the publication fail. */
export type BomSaying =
  | { [A in BomAction]: { action: A; data: BomData[A] } }[BomAction]
  | { action: 'invalid'; of: BomAction; detail: string }

/** One event about a publication; `key` names the event itself, from its source and id. */
export interface BomEvent {
  organization: string
  snapshotId: string
  source: string
  system: string
  instance: string
  key: string
  time: string
  version: bigint
  said: BomSaying
}

export type DecodedBom = { outcome: 'event'; event: BomEvent } | Dead | { outcome: 'ignored' }

/** The partition that a record was read from, and how many its topic has. */
export interface BomPlace {
  partition: number
  partitions: number
}

/**
 * Reads one record of the BOM topic. Nothing is thrown: what cannot be read is dead with its reason. Data that the contract
 * does not allow come as an event that says so, because the publication that they belong to must fail.
 */
export function decodeBomEvent(raw: RawRecord, { partition, partitions }: BomPlace): DecodedBom {
  const decoded = decodeEnvelope(raw)
  if (decoded.outcome === 'empty') return { outcome: 'ignored' }
  if (decoded.outcome === 'dead') return decoded
  const { tenantid } = decoded.envelope
  if (decoded.key !== tenantid) return dead('key_mismatch', 'the key must be the tenantid of the event')
  const own = bomPartition(tenantid, partitions)
  if (partition !== own)
    return dead('wrong_partition', `partition ${partition}, and its events belong to ${own}`, tenantid)
  return decodeBom(decoded)
}

/** Checks an event as an object, for `tda feed`; one with invalid data is dead. */
export function validateBomEvent(candidate: unknown): DecodedBom {
  const decoded = checkEnvelope(candidate, null)
  const bom = decoded.outcome === 'dead' ? decoded : decodeBom(decoded)
  if (bom.outcome !== 'event' || bom.event.said.action !== 'invalid') return bom
  return dead('invalid_data', bom.event.said.detail, bom.event.organization)
}

function decodeBom({ envelope }: Enveloped): DecodedBom {
  const action = bomTypes.get(envelope.type)
  if (!action) return dead('unknown_type', `type ${envelope.type.slice(0, 100)}`, envelope.tenantid)
  const [, system = '', instance = ''] = envelope.source.split('/')
  const event = {
    organization: envelope.tenantid,
    snapshotId: envelope.subject,
    source: envelope.source,
    system,
    instance,
    key: hash('sha256', JSON.stringify([envelope.source, envelope.id]), 'base64url').slice(0, EVENT_KEY_LENGTH),
    time: envelope.time,
    version: BigInt(envelope.sourceversion),
    said: sayingOf(action, envelope),
  }
  return { outcome: 'event', event }
}

/** 96 bits: of a million events no two have the same. */
const EVENT_KEY_LENGTH = 16

function sayingOf(action: BomAction, { subject, data }: Envelope): BomSaying {
  const parsed = bomData[action].safeParse(data)
  if (!parsed.success) return { action: 'invalid', of: action, detail: faultsOf(parsed.error) }
  if (parsed.data.snapshotId !== subject) {
    return { action: 'invalid', of: action, detail: 'snapshotId: must be the subject of the event' }
  }
  return { action, data: parsed.data } as BomSaying
}
