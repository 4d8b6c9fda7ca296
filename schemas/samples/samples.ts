import { bomTypes } from '../records/bom-events.ts'
import { AUDIT_TYPE } from '../records/event-schemas.ts'
import { NOTICE_SOURCE, noticeTypes } from '../records/notices.ts'
import { recordKey, recordTypes } from '../records/record-events.ts'
import { bomSamples } from './bom-samples.ts'
import { auditSample, deadLetterSample, noticeSamples } from './outbound-samples.ts'
import { recordSamples } from './record-samples.ts'

/** A message as it is in its topic. `value` is the parsed JSON of its payload. */
export interface Sample {
  key: string
  headers: Readonly<Record<string, string>>
  value: Readonly<Record<string, unknown>>
}

/** The key of the dead letter among the samples, because dead letters have no event type of their own. */
export const DEAD_LETTER = 'tenantdata.dlq.v1'

const ORGANIZATION = 'quillmere'
const SENT_AT = '2026-09-14T02:10:00.000Z'
const DELETED_AT = '2026-09-15T02:10:00.000Z'
const headers = { 'content-type': 'application/cloudevents+json' }

/** One message of every type that the service reads or writes, by type. */
export function samples(): ReadonlyMap<string, Sample> {
  return new Map([...recordMessages(), ...publicationMessages(), ...noticeMessages(), ...otherMessages()])
}

function recordMessages(): [string, Sample][] {
  return [...recordTypes].map(([type, { kind, action }]) => {
    const { source, subject, data } = recordSamples[kind]
    const isDeletion = action === 'deleted'
    const event = { source, subject, data: isDeletion ? {} : data }
    const value = sent(type, event, isDeletion ? { version: '43', time: DELETED_AT } : { version: '42', time: SENT_AT })
    return [type, { key: recordKey({ tenantid: ORGANIZATION, source, subject }, kind), headers, value }]
  })
}

function publicationMessages(): [string, Sample][] {
  return [...bomTypes].map(([type, action]) => {
    const data = bomSamples[action]
    const value = sent(type, { source: '/plm/main', subject: data.snapshotId, data }, { version: '881', time: SENT_AT })
    return [type, { key: ORGANIZATION, headers, value }]
  })
}

function noticeMessages(): [string, Sample][] {
  return [...noticeTypes].map(([type, kind]) => {
    const { time, data } = noticeSamples[kind]
    const value = {
      specversion: '1.0',
      id: `${data.snapshotId}.${kind}`,
      source: NOTICE_SOURCE,
      type,
      subject: data.snapshotId,
      time,
      datacontenttype: 'application/json',
      tenantid: ORGANIZATION,
      data,
    }
    return [type, { key: ORGANIZATION, headers, value }]
  })
}

function otherMessages(): [string, Sample][] {
  const { sent: event, headers: why } = deadLetterSample
  const type = 'tenantdata.supplier.upserted.v1'
  const key = recordKey({ tenantid: ORGANIZATION, ...event }, 'supplier')
  const value = sent(type, event, { version: '42', time: SENT_AT })
  return [
    [DEAD_LETTER, { key, headers: { ...headers, ...why }, value }],
    [AUDIT_TYPE, { key: ORGANIZATION, headers: {}, value: auditSample }],
  ]
}

type Sent = { source: string; subject: string; data: object }

function sent(type: string, { source, subject, data }: Sent, { version, time }: { version: string; time: string }) {
  return {
    specversion: '1.0',
    id: `${subject}.${type.split('.').at(-2)}.${version}`,
    source,
    type,
    subject,
    time,
    datacontenttype: 'application/json',
    tenantid: ORGANIZATION,
    sourceversion: version,
    data,
  }
}
