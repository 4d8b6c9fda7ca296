import { z } from 'zod'
import { storedChange } from '../../schemas/stored/change.ts'
import { tenantStatements } from '../query.ts'

const { write } = tenantStatements(import.meta.url)

const Feed = z.object({ feed: z.string() })

/** `subjectId` is the ID of the entity, the relationship, or the snapshot that changed. */
export const ChangeWrite = z.object({
  position: z.int(),
  subjectId: z.string(),
  type: z.string(),
  doc: storedChange.text,
})
export type ChangeWrite = z.infer<typeof ChangeWrite>

/**
 * `from` and `fromAt` are where and when the feed of the partition began. `next` is the position after all changes.
 * Times are epoch milliseconds.
 */
export const appendChanges = write('appendChanges', {
  params: Feed.extend({
    from: z.int(),
    fromAt: z.int(),
    next: z.int(),
    appliedAt: z.int(),
    rows: z.array(ChangeWrite),
  }),
  row: z.object({}),
})

export const settleChanges = write('settleChanges', { params: Feed, row: z.object({}) })

/** `before` is in epoch milliseconds. `limit` is for each feed. */
export const dropOldChanges = write('dropOldChanges', {
  params: z.object({ before: z.int(), limit: z.int() }),
  row: z.object({ dropped: z.int() }),
})
