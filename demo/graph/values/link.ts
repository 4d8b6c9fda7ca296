import type { DemoRecord, RecordData } from '../../event.ts'

type Link = RecordData<'link'>

/** The record of a link: its subject names its type and ends, so that the same link is always the same record. */
export function linkRecord(changedAt: number, data: Link): DemoRecord<'link'> {
  return { kind: 'link', subject: `${data.type}:${data.from.recordId}:${data.to.recordId}`, changedAt, data }
}
