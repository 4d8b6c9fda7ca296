import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { contentOf } from '../../../domain/imports/map-record.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { readTopic } from '../../../kafka/topics/read-topic.ts'
import { isCell } from '../../../schemas/imports/field-value.ts'
import type { RecordMapping } from '../../../schemas/imports/mapping.ts'
import { recordKey } from '../../../schemas/records/record-events.ts'
import { hashOf, type ImportSpool } from './import-spool.ts'

/**
 * Reads from the event log which records the source has sent: the newest version of each, and the hash of its contents.
 * Events that the projector rejects are ignored. See docs/adr/0057-the-log-is-the-state-of-imports.md.
 * @returns the number of events of this source and kind
 */
export async function readKnown(
  connection: KafkaConnection,
  topic: string,
  mapping: RecordMapping,
  spool: ImportSpool,
): Promise<number> {
  const prefix = Buffer.from(
    recordKey({ tenantid: mapping.organization, source: mapping.source, subject: '' }, mapping.type),
  )
  const isCovered = scopeOf(mapping)
  let events = 0
  await readTopic(connection, {
    topic,
    onRecord(record) {
      if (!record.key?.subarray(0, prefix.length).equals(prefix)) return
      const decoded = decodeEvent(record)
      if (decoded.outcome !== 'event') return
      events++
      const { event } = decoded
      const subject = event.record.recordId
      const earlier = spool.known(subject)
      if (earlier && earlier.version >= event.version) return
      const contentHash = hashOf(contentOf(mapping, event.data, event.time))
      const isDeleted = event.data === null
      const isInScope = event.data !== null && isCovered(event.data)
      spool.setKnown(subject, { version: event.version, contentHash, isDeleted }, isInScope)
    },
  })
  return events
}

/**
 * Which records a mapping covers, so that a second table of the same source and kind is left alone: those whose fields
 * have the constants of the mapping. The lifecycle state is no such field, because it changes.
 */
export function scopeOf({ fields }: RecordMapping): (data: object) => boolean {
  const constants = Object.entries(fields).flatMap(([name, value]) => {
    const isConstant = typeof value === 'object' && !Array.isArray(value) && isCell(value) && name !== 'lifecycleState'
    return isConstant && value.constant !== undefined ? [[name, value.constant] as const] : []
  })
  return (data) => {
    const given: Record<string, unknown> = { ...data }
    return constants.every(([name, constant]) => given[name] === constant)
  }
}
