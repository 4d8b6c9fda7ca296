import type { KafkaRecord } from '../kafka/records.ts'
import type { Organization } from '../schemas/credentials.ts'
import { type Decoded, decodeEvent, type RecordEvent } from '../schemas/decode-event.ts'
import type { DeadReason } from '../schemas/events.ts'

/** One record of a partition; offsets stay far below 2^53. */
export type PartitionRecord = Omit<KafkaRecord, 'offset'> & { offset: number }

export interface DeadRecord {
  record: PartitionRecord
  reason: DeadReason
  detail: string
  organization: string | null
}

export interface Classified {
  events: RecordEvent[]
  dead: DeadRecord[]
  ignored: number
}

export type DecodedRecord = { record: PartitionRecord; decoded: Decoded }

/** Decodes records and names the organizations that they speak of. */
export function decodeRecords(records: readonly PartitionRecord[]): {
  decoded: DecodedRecord[]
  organizations: string[]
} {
  const decoded = records.map((record) => ({ record, decoded: decodeEvent(record) }))
  const organizations = new Set(decoded.flatMap(({ decoded: one }) => organizationOf(one) ?? []))
  return { decoded, organizations: [...organizations] }
}

/** Null where it is not certain, or of no concern. */
function organizationOf(decoded: Decoded): string | null {
  if (decoded.outcome === 'event') return decoded.event.organization
  return decoded.outcome === 'dead' ? decoded.organization : null
}

/** What is applied, what is put aside and why, and how many records say nothing. */
export function classify(decoded: readonly DecodedRecord[], organizations: readonly Organization[]): Classified {
  const known = new Map(organizations.map((organization) => [organization.key, organization]))
  const result: Classified = { events: [], dead: [], ignored: 0 }
  for (const { record, decoded: one } of decoded) {
    if (one.outcome === 'ignored') result.ignored += 1
    else if (one.outcome === 'dead') result.dead.push({ record, ...one })
    else {
      const refusal = refusalOf(one.event, known)
      if (refusal) result.dead.push({ record, ...refusal, organization: one.event.organization })
      else result.events.push(one.event)
    }
  }
  return result
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
    detail: `source ${event.source} is not among those that ${event.organization} accepts`,
  }
}
