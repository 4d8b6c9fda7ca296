import { ownerOf, possibleKeys } from '../../domain/events/dead-letter-owner.ts'
import { refusalOf } from '../../domain/events/refusal-of.ts'
import type { Organization } from '../../schemas/credentials.ts'
import type { Chunk, DeadRecord, Decoded, PartitionRecord, SourceEvent, Step } from './event-stream.ts'

export type DecodedRecord<Event extends SourceEvent> = { record: PartitionRecord; decoded: Decoded<Event> }

/**
 * Returns the organizations whose settings are needed to classify the records. Null means all, because an unreadable
 * record may belong to any organization.
 */
export function organizationsOf(decoded: readonly DecodedRecord<SourceEvent>[]): string[] | null {
  if (decoded.some((one) => one.decoded.outcome === 'dead')) return null
  return [...new Set(decoded.flatMap(({ decoded: one }) => (one.outcome === 'event' ? one.event.organization : [])))]
}

/** Returns the keys in records that may be those of purged organizations: all that are not registered. */
export function unregisteredKeys(
  decoded: readonly DecodedRecord<SourceEvent>[],
  organizations: readonly Organization[],
): string[] {
  const registered = new Set(organizations.map(({ key }) => key))
  const keys = new Set(decoded.flatMap(keysOf))
  return [...keys].filter((key) => !registered.has(key))
}

function keysOf({ record, decoded }: DecodedRecord<SourceEvent>): string[] {
  if (decoded.outcome === 'ignored') return []
  return decoded.outcome === 'event' ? [decoded.event.organization] : possibleKeys(record)
}

/** What is known of the organizations of a chunk: the registered ones, and the keys of purged ones. */
export interface KnownOrganizations {
  registered: readonly Organization[]
  purged: ReadonlySet<string>
}

/**
 * Splits a chunk into steps of consecutive records. Each record is an accepted event, a rejected one with its reason,
 * or ignored. An event that needs a transaction to itself has its own step. A chunk without records is also a step,
 * because the offset has to move. Records of organizations that the claim does not apply are only counted, and so are
 * those that name only purged organizations.
 */
export function classify<Event extends SourceEvent>(
  decoded: readonly DecodedRecord<Event>[],
  { registered: organizations, purged }: KnownOrganizations,
  { from, to }: Pick<Chunk, 'from' | 'to'>,
  isAlone: (event: Event) => boolean = () => false,
  isApplied: (organization: string | null, offset: number) => boolean = () => true,
): Step<Event>[] {
  const known = new Map(organizations.map((organization) => [organization.key, organization]))
  const registered = new Set(known.keys())
  const steps: Step<Event>[] = []
  const stepFrom = (at: number): Step<Event> => ({
    ...{ from: at, to: at, entries: [], dead: [], ignored: 0, deferred: 0, purged: 0 },
    registered,
  })
  let step = stepFrom(from)
  const closeAt = (at: number) => {
    if (at > step.from) steps.push({ ...step, to: at })
    step = stepFrom(at)
  }
  for (const { record, decoded: one } of decoded) {
    if (one.outcome === 'ignored') {
      step.ignored += 1
      continue
    }
    if (isPurged({ record, decoded: one }, purged)) {
      step.purged += 1
      continue
    }
    const judged = judge(record, one, organizations, known)
    if (!isApplied(judged.organization, record.offset)) {
      step.deferred += 1
      continue
    }
    const hasOwnStep = 'event' in judged && isAlone(judged.event)
    if (hasOwnStep) closeAt(record.offset)
    if ('event' in judged) step.entries.push({ record, event: judged.event })
    else step.dead.push(judged)
    if (hasOwnStep) closeAt(record.offset + 1)
  }
  closeAt(to)
  return steps
}

/** Whether a record names a purged organization, and no other. */
function isPurged(one: DecodedRecord<SourceEvent>, purged: ReadonlySet<string>): boolean {
  if (purged.size === 0) return false
  const keys = keysOf(one)
  return keys.length > 0 && keys.every((key) => purged.has(key))
}

/** Returns the event if its organization accepts it, and otherwise the rejected record. */
function judge<Event extends SourceEvent>(
  record: PartitionRecord,
  decoded: Exclude<Decoded<Event>, { outcome: 'ignored' }>,
  organizations: readonly Organization[],
  known: ReadonlyMap<string, Organization>,
): { event: Event; organization: string } | DeadRecord {
  if (decoded.outcome === 'dead') {
    const { outcome: _, ...why } = decoded
    return { record, ...why, organization: ownerOf(record, organizations).organization }
  }
  const { event } = decoded
  const refusal = refusalOf(event, known)
  return refusal
    ? { record, ...refusal, organization: event.organization }
    : { event, organization: event.organization }
}
