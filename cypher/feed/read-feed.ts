import { z } from 'zod'
import { storedChange } from '../../schemas/stored/change.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

/**
 * Positions `from` and after are still stored, and those before `settled` are complete. `from` is as of `fromAt`, in
 * epoch milliseconds. No partition has a replaced feed any longer.
 */
const Feed = z.object({
  feed: z.string(),
  from: z.int(),
  fromAt: z.int(),
  settled: z.int(),
  isReplaced: z.boolean(),
})
export type Feed = z.infer<typeof Feed>

/** `readAt` is the time of the graph in epoch milliseconds. */
export const listFeeds = read('listFeeds', {
  params: z.object({}),
  row: z.object({ feeds: z.array(Feed), readAt: z.int() }),
  isFromLeader: true,
})

/** The positions of a feed from `from` up to, and without, `to`. */
export const FeedRange = z.object({ feed: z.string(), from: z.int(), to: z.int() })
export type FeedRange = z.infer<typeof FeedRange>

const range = {
  feeds: z.array(FeedRange),
  /** Null for all types. */
  types: z.array(z.string()).nullable(),
  looked: z.int(),
  limit: z.int(),
}
export const FoundInFeed = z.object({
  feed: z.string(),
  count: z.int(),
  lastLooked: z.int().nullable(),
  lastAppliedAt: z.int().nullable(),
  changes: z.array(z.object({ position: z.int(), appliedAt: z.int() })),
})
export type FoundInFeed = z.infer<typeof FoundInFeed>

export const findChanges = read('findChanges', { params: z.object(range), row: FoundInFeed, isFromLeader: true })
export const findChangesOf = read('findChangesOf', {
  params: z.object({ ...range, subjectId: z.string() }),
  row: FoundInFeed,
  isFromLeader: true,
})

export const readChanges = read('readChanges', {
  params: z.object({ places: z.array(z.object({ feed: z.string(), position: z.int() })) }),
  row: z.object({ at: z.int(), doc: storedChange.text }),
  isFromLeader: true,
})

export const findNextChanges = read('findNextChanges', {
  params: z.object({ probes: z.array(FeedRange) }),
  row: z.object({ feed: z.string(), probed: z.int(), position: z.int(), appliedAt: z.int() }),
  isFromLeader: true,
})

export const listStoredChanges = read('listStoredChanges', {
  params: z.object({}),
  row: z.object({ feed: z.string(), position: z.int(), doc: storedChange.text }),
})
