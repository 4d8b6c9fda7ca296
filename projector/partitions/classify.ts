import { ownerOf } from '../../domain/events/dead-letter-owner.ts'
import type { Dead } from '../../domain/events/decode-envelope.ts'
import { type Decoded, decodeEvent, type RecordEvent } from '../../domain/events/decode-event.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import type { Fault } from '../../schemas/checking/check-value.ts'
import type { Organization } from '../../schemas/credentials.ts'
import type { DeadReason } from '../../schemas/records/record-events.ts'

/** One record of a partition; offsets stay far below 2^53. */
export type PartitionRecord = Omit<KafkaRecord, 'offset'> & { offset: number }

export interface DeadRecord {
  record: PartitionRecord
  reason: DeadReason
  detail: string
  faults?: readonly Fault[]
  /** The organization that it is attributed to, or null. */
  organization: string | null
}

export interface Classified {
  events: RecordEvent[]
  /** Where each of the events is in its partition. */
  offsets: Map<RecordEvent, number>
  dead: DeadRecord[]
  ignored: number
}

export type DecodedRecord = { record: PartitionRecord; decoded: Decoded }

/** Decodes records and names the organizations that must be known to classify them: with a dead one, all that there are. */
export function decodeRecords(records: readonly PartitionRecord[]): {
  decoded: DecodedRecord[]
  organizations: string[] | null
} {
  const decoded = records.map((record) => ({ record, decoded: decodeEvent(record) }))
  return { decoded, organizations: neededToJudge(decoded.map((one) => one.decoded)) }
}

/** The organizations of events; null is all of them, because a dead record may be anybody's. */
export function neededToJudge(
  decoded: readonly (Dead | { outcome: 'event'; event: { organization: string } } | { outcome: 'ignored' })[],
): string[] | null {
  if (decoded.some(({ outcome }) => outcome === 'dead')) return null
  return [...new Set(decoded.flatMap((one) => (one.outcome === 'event' ? one.event.organization : [])))]
}

/** The events to apply, those to reject and why, and the number of records without content. */
export function classify(decoded: readonly DecodedRecord[], organizations: readonly Organization[]): Classified {
  const known = new Map(organizations.map((organization) => [organization.key, organization]))
  const result: Classified = { events: [], offsets: new Map(), dead: [], ignored: 0 }
  for (const { record, decoded: one } of decoded) {
    if (one.outcome === 'ignored') result.ignored += 1
    else if (one.outcome === 'dead') result.dead.push(deadOf(record, one, organizations))
    else {
      const refusal = refusalOf(one.event, known)
      if (refusal) result.dead.push({ record, ...refusal, organization: one.event.organization })
      else {
        result.events.push(one.event)
        result.offsets.set(one.event, record.offset)
      }
    }
  }
  return result
}

const MOST_SOURCES = 8

function listed(sources: readonly string[]): string {
  const more = sources.length > MOST_SOURCES ? ` and ${sources.length - MOST_SOURCES} more` : ''
  return `${sources.slice(0, MOST_SOURCES).join(', ')}${more}`
}

/** A record that could not be read, with whose it is. */
export function deadOf(
  record: PartitionRecord,
  { outcome: _, ...why }: Dead,
  organizations: readonly Organization[],
): DeadRecord {
  return { record, ...why, organization: ownerOf(record, organizations).organization }
}

/** Why the events of a source are not taken, or null. */
export function refusalOf(
  event: Pick<RecordEvent, 'organization' | 'source'>,
  known: ReadonlyMap<string, Organization>,
): Omit<DeadRecord, 'record' | 'organization'> | null {
  const organization = known.get(event.organization)
  if (!organization)
    return { reason: 'unknown_organization', detail: `organization ${event.organization} is not registered` }
  const { allowedSources } = organization
  if (allowedSources === null || allowedSources.includes(event.source)) return null
  return {
    reason: 'source_not_allowed',
    detail: `source ${event.source} is not among those that ${event.organization} accepts: ${listed(allowedSources)}`,
  }
}
