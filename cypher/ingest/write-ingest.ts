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
 * System, instance, record type and record id are those of a source record that the key names in the words of the contract,
 * else null.
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

const offsets = z.array(count)
/**
 * The outcomes of the events of a source in one transaction, by their offsets, and the offset behind the last of them; the
 * times are null when none was applied.
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

/** Adds to what is there, so that it belongs into the transaction that moves the partition's offset past these events. */
export const countIngested = write('countIngested', {
  params: z.object({ topic: text, partition: count, rows: z.array(IngestedCount) }),
  row: Nothing,
})

/** A line of which the SKUs come in several parts of a style counts in each of them. */
export const countStaged = read('countStaged', {
  params: z.object({ snapshotId: text }),
  row: z.object({ styleCount: count, skuCount: count, lineCount: count, rowCount: count }),
})

export const dropOldDeadLetters = write('dropOldDeadLetters', { params: Limit.extend({ before: text }), row: Dropped })
export const dropSurplusDeadLetters = write('dropSurplusDeadLetters', {
  params: Limit.extend({ kept: count }),
  row: Dropped,
})
export const dropForgottenSources = write('dropForgottenSources', { params: Limit, row: Dropped })
