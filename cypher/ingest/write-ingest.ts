import { z } from 'zod'
import { tenantStatements } from '../query.ts'
import { DeadLetter } from './read-ingest.ts'

const { read, write } = tenantStatements(import.meta.url)

const text = z.string()
const orNull = text.nullable()
const count = z.int()
const Nothing = z.object({})
const Dropped = z.object({ dropped: z.int() })
const Limit = z.object({ limit: z.int() })

/**
 * System, instance, record type and record ID are those of the source record in the key, or null if the key does not
 * match the contract.
 */
export const DeadLetterWrite = DeadLetter.extend({
  id: text,
  system: orNull,
  instance: orNull,
  recordType: orNull,
  recordId: orNull,
})
export type DeadLetterWrite = z.infer<typeof DeadLetterWrite>

export const addDeadLetters = write('addDeadLetters', {
  params: z.object({ rows: z.array(DeadLetterWrite) }),
  row: Nothing,
})

export const countDeadLetter = write('countDeadLetter', { params: z.object({ id: text, count }), row: Nothing })

const offsets = z.array(count)
/**
 * `offsets` are sorted, and the first of them is `firstOffset`. `countedWith` are the IDs of the rejected events that
 * they are counted with. `ids` are those that entries of their own would have.
 */
export const addCountedEvents = write('addCountedEvents', {
  params: z.object({
    ...{ topic: text, partition: count, firstOffset: count, reason: text },
    ...{ offsets, countedWith: z.array(text), ids: z.array(text) },
  }),
  row: Nothing,
})

/**
 * The outcomes of a source's events in one transaction, by offset, and the offset after the last event. The times are
 * null if no event was applied.
 */
export const IngestedCount = z.object({
  source: text,
  types: z.array(text),
  applied: offsets,
  stale: offsets,
  rejected: offsets,
  countedTo: count,
  lastEventAt: orNull,
  lastAppliedAt: orNull,
})
export type IngestedCount = z.infer<typeof IngestedCount>

/** Increments stored counts, so it must run in the transaction that moves the partition's offset past these events. */
export const countIngested = write('countIngested', {
  params: z.object({ topic: text, partition: count, rows: z.array(IngestedCount) }),
  row: Nothing,
})

/** A line whose SKUs are sent in several parts of a style is counted once for each part. */
export const countStaged = read('countStaged', {
  params: z.object({ snapshotId: text }),
  row: z.object({ styleCount: count, skuCount: count, lineCount: count, rowCount: count }),
})

export const dropOldDeadLetters = write('dropOldDeadLetters', { params: Limit.extend({ before: text }), row: Dropped })
export const dropSurplusDeadLetters = write('dropSurplusDeadLetters', {
  params: Limit.extend({ kept: count }),
  row: Dropped,
})
export const dropForgottenCounts = write('dropForgottenCounts', { params: Limit, row: Dropped })
export const dropForgottenSources = write('dropForgottenSources', { params: Limit, row: Dropped })
