import type { z } from 'zod'
import {
  type Envelope,
  type GraphKind,
  type RecordKind,
  type recordData,
  recordKey,
} from '../schemas/records/record-events.ts'
import type { Brand } from './brand.ts'
import { below, type Hash } from './graph/values/hash.ts'

/** Where records of all kinds go. */
export const RECORDS_TOPIC = 'tenantdata.records.v1'

/** The system and instance that is master of everything in the demo; references within it need only a record id. */
export const PLM = { system: 'plm', instance: 'main' } as const

/** The data of a record of a kind, as a source sends it. */
export type RecordData<Kind extends RecordKind> = z.input<(typeof recordData)[Kind]>

/** One record of the PLM: `subject` is its stable id there, `changedAt` epoch milliseconds. */
export type DemoRecord<Kind extends RecordKind = GraphKind> = Kind extends RecordKind
  ? { readonly kind: Kind; readonly subject: string; readonly changedAt: number; readonly data: RecordData<Kind> }
  : never

/** A Kafka message before it is serialized: `value` is a CloudEvent in structured mode. */
export type DemoEvent = { readonly topic: string; readonly key: string; readonly value: Envelope }

/** The event that upserts a record. Its id repeats for the same record and version, so that repeats can be dropped. */
export function eventOf(brand: Brand, { kind, subject, changedAt, data }: DemoRecord): DemoEvent {
  const sourceversion = `${changedAt}`
  const value: Envelope = {
    specversion: '1.0',
    id: `${brand.organization}.${kind}.${subject}.${sourceversion}`,
    source: `/${PLM.system}/${PLM.instance}`,
    type: `tenantdata.${kind}.upserted.v1`,
    subject,
    time: new Date(changedAt).toISOString(),
    datacontenttype: 'application/json',
    tenantid: brand.organization,
    sourceversion,
    data,
  }
  return { topic: RECORDS_TOPIC, key: recordKey(value, kind), value }
}

/** When a record last changed: within so many days before the clock, to the second. */
export function changedWithin(brand: Brand, entity: Hash, days: number): number {
  return brand.clock - 1000 * below(entity, 'changedAt', days * 86_400)
}
