import { z } from 'zod'
import type { DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import { deadLetterId } from '../../domain/identity/dead-letter-id.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import { splitSubject } from '../../schemas/records/connected-data.ts'
import { RecordType } from '../../schemas/records/connected-events.ts'
import { Envelope, RecordKind } from '../../schemas/records/record-events.ts'
import { storedFaults } from '../../schemas/stored/dead-letter.ts'
import { Instance, RecordId, System } from '../../schemas/values/as-sent.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { cut, storedFault } from './stored-fault.ts'

/** The graph indexes these fields, so their length is limited. A subject without a record type is only an ID. */
const Named = z.object({
  system: System,
  instance: Instance,
  recordType: RecordType.or(z.literal('')),
  recordId: RecordId,
})

/** The most that is stored: characters of unchecked texts, and number of faults. */
const MOST = { attribute: 255, key: 512, faults: 10 }

/** A partition. If the graph is being rebuilt, offsets before `rebuiltTo` are read for the second time. */
export type RejectedAt = TopicPartition & { rebuiltTo?: number }

/**
 * Returns the row that the graph stores of a rejected event, so that its organization can read where the event came
 * from and what is wrong with it.
 */
export function storedDeadLetter(
  dead: DeadRecord,
  organization: string,
  { topic, partition, rebuiltTo = 0 }: RejectedAt,
  now: Date,
): DeadLetterWrite {
  const { record, reason, detail, faults = [], count = 1 } = dead
  const { offset } = record
  const at = timeOfMilliseconds(record.timestamp)
  // A rebuild rejects the event a second time. The time of the first rejection is lost, so the record's own time stands
  // in for it.
  const rejectedAt =
    offset < rebuiltTo ? timeOfMilliseconds(Math.min(record.timestamp, now.getTime())) : now.toISOString()
  return {
    id: deadLetterId(organization, { topic, partition, offset }),
    sortKey: `${rejectedAt}/${topic}/${String(partition).padStart(10, '0')}/${String(offset).padStart(16, '0')}`,
    reason,
    detail,
    faults: storedFaults.write(faults.slice(0, MOST.faults).map(storedFault)),
    ...attributesOf(dead),
    key: record.key === null ? null : cut(record.key.toString('utf8'), MOST.key),
    topic,
    partition,
    offset,
    count,
    at,
    rejectedAt,
    ...namedRecord(dead, organization),
  }
}

/**
 * Returns the attributes that the event contains. If they are unreadable or unusable, they come from the record's key.
 */
function attributesOf({ record }: DeadRecord): Pick<DeadLetterWrite, 'type' | 'eventId' | 'source' | 'subject'> {
  const { id, type, source, subject } = claimedAttributes(record)
  const key = namedByKey(record.key)
  return {
    type:
      type === undefined ? (record.value === null && key ? `tenantdata.${key.kind}.deleted.v1` : null) : cutText(type),
    eventId: id === undefined ? null : cutText(id),
    source: isSource(source) ? source : (key?.source ?? null),
    subject: subject === undefined ? (key?.subject ?? null) : cutText(subject),
  }
}

const isSource = (text: string | undefined): text is string => Envelope.shape.source.safeParse(text).success

/** Parses a record's key. Returns null if it does not have the form that the contract defines. */
function namedByKey(key: Buffer | null): { kind: RecordKind; source: string; subject: string } | null {
  const [, kind, system = '', instance = '', ...subject] = key?.toString('utf8').split('/') ?? []
  const known = RecordKind.safeParse(kind)
  const source = `/${system}/${instance}`
  return known.success && isSource(source) ? { kind: known.data, source, subject: cutText(subject.join('/')) } : null
}

const nothing = { system: null, instance: null, recordType: null, recordId: null }

/**
 * Returns the source record that the key names, or nulls if a part breaks the contract. The key is unchecked here:
 * nothing has compared it with the event.
 */
function namedRecord({ record }: DeadRecord, organization: string): { [K in keyof typeof nothing]: string | null } {
  const key = record.key?.toString('utf8').normalize('NFC') ?? ''
  const [tenant, kind, system = '', instance = '', ...subject] = key.split('/')
  if (tenant !== organization || kind !== 'source_record') return nothing
  const named = { system, instance, ...splitSubject(subject.join('/')) }
  return Named.safeParse(named).success ? named : nothing
}

const cutText = (text: string) => cut(text, MOST.attribute)
