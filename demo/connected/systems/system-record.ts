import { type Envelope, type RecordKind, recordKey } from '../../../schemas/records/record-events.ts'
import type { Brand } from '../../brand.ts'
import { type DemoEvent, RECORDS_TOPIC, type RecordData } from '../../event.ts'

/** Every system of the demo has one instance. */
export const INSTANCE = 'main'

/** What systems beside the PLM say, and a few materials that only the ERP knows. */
export type ConnectedKind = 'dataset' | 'dataset_load' | 'source_record' | 'material' | 'requirement' | 'position'

/** One record of any system: `changedAt` is in epoch milliseconds; data is null of a record that is gone. */
export type SystemRecord<Kind extends ConnectedKind = ConnectedKind> = Kind extends ConnectedKind
  ? {
      readonly kind: Kind
      readonly system: string
      readonly subject: string
      readonly changedAt: number
      readonly data: RecordData<Kind> | null
    }
  : never

/**
 * The event that upserts or deletes a record. Its id repeats for the same record and version, as that of the PLM's do.
 */
export function systemEvent(brand: Brand, { kind, system, subject, changedAt, data }: SystemRecord): DemoEvent {
  const value: Envelope = {
    specversion: '1.0',
    id: `${brand.organization}.${system}.${kind}.${subject}.${changedAt}`,
    source: `/${system}/${INSTANCE}`,
    type: `tenantdata.${kind satisfies RecordKind}.${data === null ? 'deleted' : 'upserted'}.v1`,
    subject,
    time: new Date(changedAt).toISOString(),
    datacontenttype: 'application/json',
    tenantid: brand.organization,
    sourceversion: `${changedAt}`,
    data: data ?? {},
  }
  return { topic: RECORDS_TOPIC, key: recordKey(value, kind), value }
}
