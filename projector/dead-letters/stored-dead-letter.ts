import { z } from 'zod'
import type { DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import { canonicalIdOf } from '../../domain/identity/identity.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import { Instance, RecordId, System } from '../../schemas/as-sent.ts'
import type { Fault } from '../../schemas/checking/check-value.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import { splitSubject } from '../../schemas/records/connected-data.ts'
import { RecordType } from '../../schemas/records/connected-events.ts'
import { Envelope, RecordKind } from '../../schemas/records/record-events.ts'
import { storedFaults } from '../../schemas/stored/dead-letter.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'

/** An index of the graph holds these, and takes no text of any length. A subject without a type is an id alone. */
const Named = z.object({
  system: System,
  instance: Instance,
  recordType: RecordType.or(z.literal('')),
  recordId: RecordId,
})

/** How much is kept of unchecked texts, in characters, and of faults. */
const MOST = { attribute: 255, key: 512, faults: 10, path: 200, detail: 500 }

/** A partition; what lies before `rebuiltTo` in it had been read before a rebuild, and is read again. */
export type RejectedAt = TopicPartition & { rebuiltTo?: number }

/** What is kept of a rejected event for its organization: where it came from and what is wrong with it. */
export function storedDeadLetter(
  dead: DeadRecord,
  organization: string,
  { topic, partition, rebuiltTo = 0 }: RejectedAt,
  now: Date,
): DeadLetterWrite {
  const { record, reason, detail, faults = [] } = dead
  const { offset } = record
  const at = timeOfMilliseconds(record.timestamp)
  // What a rebuild reads again was rejected before: when it is not known any more, not later than it could be.
  const rejectedAt =
    offset < rebuiltTo ? timeOfMilliseconds(Math.min(record.timestamp, now.getTime())) : now.toISOString()
  return {
    id: canonicalIdOf([organization, 'record_letter', topic, String(partition), String(offset)]),
    sortKey: `${rejectedAt}/${topic}/${String(partition).padStart(10, '0')}/${String(offset).padStart(16, '0')}`,
    reason,
    detail,
    faults: storedFaults.write(faults.slice(0, MOST.faults).map(faultText)),
    ...attributesOf(dead),
    key: record.key === null ? null : cut(record.key.toString('utf8'), MOST.key),
    topic,
    partition,
    offset,
    at,
    rejectedAt,
    ...namedRecord(dead, organization),
  }
}

function faultText({ path, detail }: Fault) {
  return { path: cut(path.join('.'), MOST.path), detail: cut(detail, MOST.detail) }
}

/** What the event says of itself; where it cannot be read, or says nothing that can be used, what its key says. */
function attributesOf({ record }: DeadRecord): Pick<DeadLetterWrite, 'type' | 'source' | 'subject'> {
  const { type, source, subject } = claimedAttributes(record)
  const key = namedByKey(record.key)
  return {
    type: type === undefined ? (record.value === null && key ? `tenantdata.${key.kind}.deleted.v1` : null) : cut(type),
    source: isSource(source) ? source : (key?.source ?? null),
    subject: subject === undefined ? (key?.subject ?? null) : cut(subject),
  }
}

const isSource = (text: string | undefined): text is string => Envelope.shape.source.safeParse(text).success

/** What the key of a record's event names, when it has the form that the contract gives it. */
function namedByKey(key: Buffer | null): { kind: RecordKind; source: string; subject: string } | null {
  const [, kind, system = '', instance = '', ...subject] = key?.toString('utf8').split('/') ?? []
  const known = RecordKind.safeParse(kind)
  const source = `/${system}/${instance}`
  return known.success && isSource(source) ? { kind: known.data, source, subject: cut(subject.join('/')) } : null
}

const nothing = { system: null, instance: null, recordType: null, recordId: null }

/**
 * The source record that the key names, in the words that the contract allows: a key that was compared with no event may
 * hold anything.
 */
function namedRecord({ record }: DeadRecord, organization: string): { [K in keyof typeof nothing]: string | null } {
  const key = record.key?.toString('utf8').normalize('NFC') ?? ''
  const [tenant, kind, system = '', instance = '', ...subject] = key.split('/')
  if (tenant !== organization || kind !== 'source_record') return nothing
  const named = { system, instance, ...splitSubject(subject.join('/')) }
  return Named.safeParse(named).success ? named : nothing
}

function cut(text: string, most = MOST.attribute): string {
  const fits = text.length <= most ? text : [...text].slice(0, most).join('')
  return fits.toWellFormed()
}
