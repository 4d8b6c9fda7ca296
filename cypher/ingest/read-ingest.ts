import { z } from 'zod'
import { EntityType } from '../../schemas/graph/entity-types.ts'
import { storedFaults } from '../../schemas/stored/dead-letter.ts'
import { storedCounts, storedStart, storedTotals } from '../../schemas/stored/publication.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

const text = z.string()
const orNull = text.nullable()
const count = z.int()

/** `expected` and `seen` are null until the publication ends. */
const EveryPublication = z.object({
  snapshotId: text,
  offset: count,
  status: text,
  seq: count.nullable(),
  publicationId: orNull,
  started: storedStart.text,
  endedAt: orNull,
  retiredAt: orNull,
  reason: orNull,
  expected: storedCounts.text.nullable(),
  seen: storedCounts.text.nullable(),
  totals: storedTotals.text.nullable(),
  faults: storedFaults.text.nullable(),
  faultCount: count,
})

/** Properties of the end of a publication are written together, so a row with only some of them is incomplete. */
const Publication = EveryPublication.refine((row) => {
  const { status, seq, publicationId, endedAt, retiredAt, reason, faults, faultCount } = row
  const isPublished = status === 'completed' || status === 'retired'
  return (
    [seq, publicationId].every((value) => (value !== null) === isPublished) &&
    (endedAt !== null) === (status !== 'building') &&
    (reason !== null) === (status === 'failed' || status === 'aborted') &&
    (retiredAt !== null) === (status === 'retired') &&
    (faults !== null || faultCount === 0)
  )
}, 'is only partly written')
export type IngestedPublication = z.infer<typeof Publication>

const Newest = { before: count, limit: count }
export const listPublications = read('listPublications', { params: z.object(Newest), row: Publication })
export const listPublicationsOfState = read('listPublicationsOfState', {
  params: z.object({ ...Newest, state: text }),
  row: Publication,
})

/**
 * A rejected event, without its payload. `sortKey` sorts by the time of rejection and the position in Kafka. `at` is
 * the time when Kafka received the event. `count` is the number of events that it stands for.
 */
export const DeadLetter = z.object({
  sortKey: text,
  reason: text,
  detail: text,
  faults: storedFaults.text,
  type: orNull,
  eventId: orNull,
  source: orNull,
  subject: orNull,
  key: orNull,
  topic: text,
  partition: count,
  offset: count,
  count,
  at: text,
  rejectedAt: text,
})
export type IngestedDeadLetter = z.infer<typeof DeadLetter>

const since = { since: text, before: text, limit: count }
export const listDeadLetters = read('listDeadLetters', { params: z.object(since), row: DeadLetter })
export const listDeadLettersOfReason = read('listDeadLettersOfReason', {
  params: z.object({ ...since, reason: text }),
  row: DeadLetter,
})
export const listDeadLettersOfType = read('listDeadLettersOfType', {
  params: z.object({ ...since, type: text, reason: orNull }),
  row: DeadLetter,
})
export const listDeadLettersOfSource = read('listDeadLettersOfSource', {
  params: z.object({ ...since, source: text, type: orNull, reason: orNull }),
  row: DeadLetter,
})

const OfSubject = { ...since, source: orNull, type: orNull, reason: orNull }
export const listDeadLettersOfSubject = read('listDeadLettersOfSubject', {
  params: z.object({ ...OfSubject, subject: text }),
  row: DeadLetter,
})
export const listDeadLettersOfEvent = read('listDeadLettersOfEvent', {
  params: z.object({ ...OfSubject, eventId: text, subject: orNull }),
  row: DeadLetter,
})

export const listCountedEvents = read('listCountedEvents', {
  params: z.object({ topic: text, partition: count, before: count, limit: count }),
  row: z.object({ firstOffset: count, offsets: z.array(count), reason: text }),
})

/** The ID is that of `deadLetterId`. */
export const findDeadLetter = read('findDeadLetter', {
  params: z.object({ id: text }),
  row: z.object({ reason: text }),
})

export const listIngestedSources = read('listIngestedSources', {
  params: z.object({ after: text, limit: count }),
  row: z.object({
    source: text,
    types: z.array(text),
    applied: count,
    stale: count,
    rejected: count,
    lastEventAt: orNull,
    lastAppliedAt: orNull,
  }),
})

export const nextClaimedKind = read('nextClaimedKind', {
  params: z.object({ after: text }),
  row: z.object({ kind: text }),
})

export const ContestedCode = z.object({ value: text, system: text, instance: text, ids: z.array(text) })
export type ContestedCode = z.infer<typeof ContestedCode>

/** Claims after a code of a kind. `lastValue` is null if there are none. */
export const listContestedCodes = read('listContestedCodes', {
  params: z.object({ kind: text, value: text, system: text, instance: text, looked: count }),
  row: z.object({ contested: z.array(ContestedCode), looked: count, lastValue: orNull }),
})

export const findClaimants = read('findClaimants', {
  params: z.object({ ids: z.array(text) }),
  row: z.object({ id: text, type: EntityType, label: text }),
})
