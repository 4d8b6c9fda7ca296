import { ownerOf } from '../../domain/events/dead-letter-owner.ts'
import type { Dead } from '../../domain/events/decode-envelope.ts'
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

/**
 * Splits a chunk into steps of consecutive records. Each record is an accepted event, a rejected one with its reason,
 * or ignored. An event that needs a transaction to itself has its own step. A chunk without records is also a step,
 * because the offset has to move.
 */
export function classify<Event extends SourceEvent>(
  decoded: readonly DecodedRecord<Event>[],
  organizations: readonly Organization[],
  { from, to }: Pick<Chunk, 'from' | 'to'>,
  isAlone: (event: Event) => boolean = () => false,
): Step<Event>[] {
  const known = new Map(organizations.map((organization) => [organization.key, organization]))
  const registered = new Set(known.keys())
  const steps: Step<Event>[] = []
  const stepFrom = (at: number): Step<Event> => ({ from: at, to: at, entries: [], dead: [], ignored: 0, registered })
  let step = stepFrom(from)
  const closeAt = (at: number) => {
    if (at > step.from) steps.push({ ...step, to: at })
    step = stepFrom(at)
  }
  for (const { record, decoded: one } of decoded) {
    const refusal = one.outcome === 'event' ? refusalOf(one.event, known) : null
    const hasOwnStep = one.outcome === 'event' && refusal === null && isAlone(one.event)
    if (hasOwnStep) closeAt(record.offset)
    if (one.outcome === 'ignored') step.ignored += 1
    else if (one.outcome === 'dead') step.dead.push(deadOf(record, one, organizations))
    else if (refusal) step.dead.push({ record, ...refusal, organization: one.event.organization })
    else step.entries.push({ record, event: one.event })
    if (hasOwnStep) closeAt(record.offset + 1)
  }
  closeAt(to)
  return steps
}

/** Returns an unreadable record with the organization to which it is attributed. */
function deadOf(
  record: PartitionRecord,
  { outcome: _, ...why }: Dead,
  organizations: readonly Organization[],
): DeadRecord {
  return { record, ...why, organization: ownerOf(record, organizations).organization }
}
