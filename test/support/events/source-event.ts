import { decodeEvent, type RecordEvent } from '../../../domain/events/decode-event.ts'
import type { RecordKind } from '../../../schemas/records/record-events.ts'

/** An event of a source about one of its records; `data` is null for a deletion. */
export interface SourceEvent {
  kind: RecordKind
  /** Default plm. */
  system?: string
  recordId: string
  version: number
  time: string
  data: Record<string, unknown> | null
}

export const INSTANCE = 'main'

export function systemOf({ system = 'plm' }: SourceEvent): string {
  return system
}

/** The Kafka record of an event: its key, and CloudEvents 1.0 in structured mode. */
export function recordOf(organization: string, event: SourceEvent): { key: string; value: string } {
  const { kind, recordId, version, time, data } = event
  const source = `/${systemOf(event)}/${INSTANCE}`
  const envelope = {
    specversion: '1.0',
    id: `${kind}-${version}-${recordId}`.slice(0, 255),
    source,
    type: `tenantdata.${kind}.${data === null ? 'deleted' : 'upserted'}.v1`,
    subject: recordId,
    time,
    tenantid: organization,
    sourceversion: String(version),
    data: data ?? {},
  }
  return { key: `${organization}/${kind}${source}/${recordId}`, value: JSON.stringify(envelope) }
}

/** The event as the decoder returns it. */
export function decoded(organization: string, event: SourceEvent): RecordEvent {
  const { key, value } = recordOf(organization, event)
  const result = decodeEvent({ key: Buffer.from(key), value: Buffer.from(value), headers: {} })
  if (result.outcome !== 'event') throw new Error(`not an event: ${JSON.stringify(result)}`)
  return result.event
}

/** An event of a supplier, the simplest record. */
export function supplierOf(recordId: string, version: number, name = `Mill ${recordId} ${version}`): SourceEvent {
  const data = { supplierCode: `V-${recordId}`, name, lifecycleState: 'approved' }
  return { kind: 'supplier', recordId, version, time: timeOf(version), data }
}

/** A time that is one minute later for each version. */
export function timeOf(version: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, version)).toISOString()
}
