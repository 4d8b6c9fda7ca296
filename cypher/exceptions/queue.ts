import { z } from 'zod'
import { tenantStatements } from '../query.ts'

const { read, write } = tenantStatements(import.meta.url)

/**
 * Statements about the queue of invalidations, which wait for the reconciler: see
 * docs/adr/0022-exceptions-as-a-queue-of-pairs.md. Rows are unsorted, except in pages.
 */
const text = z.string()
const Nothing = z.object({})
const Ids = z.object({ ids: z.array(text) })
const rowsOf = <R extends z.ZodObject>(row: R) => ({ params: z.object({ rows: z.array(row) }), row: Nothing })

export const lockReconciliation = write('lockReconciliation', { params: Nothing, row: Nothing })

/** Returns no row before the first `setConnected`. */
export const getConnected = read('getConnected', {
  params: Nothing,
  row: z.object({ isConnected: z.boolean() }),
})
export const setConnected = write('setConnected', {
  params: z.object({ isConnected: z.boolean() }),
  row: Nothing,
})

/** The stored form of an invalidation: see projector/exceptions/invalidation.ts. */
const QueueEntry = z.object({ kind: text, key: text, other: text, hint: text, after: text })
export type QueueEntry = z.infer<typeof QueueEntry>
export const createInvalidations = write('createInvalidations', rowsOf(QueueEntry))
/** `labels` are additional labels of new invalidations: `RebuildEntry` if a rebuild waits for them. */
const labels = { labels: z.array(text).readonly() }
export const mergeInvalidations = write('mergeInvalidations', {
  params: z.object({ ...labels, rows: z.array(QueueEntry) }),
  row: Nothing,
})
const next = {
  params: z.object({ kinds: z.array(text).readonly(), limit: z.int() }),
  row: QueueEntry.extend({ id: text }),
}
export const listInvalidations = read('listInvalidations', next)
export const listInvalidationsOfRebuild = read('listInvalidationsOfRebuild', next)
export const awaitInvalidations = write('awaitInvalidations', { params: Nothing, row: Nothing })
export const deleteInvalidations = write('deleteInvalidations', { params: Ids, row: Nothing })

/** For each key, the number of rows found, at most `limit`, and the last of them. */
const limit = { limit: z.int() }
const After = { key: text, after: text }
const Followed = z.object({ key: text, last: text.nullable(), found: z.int() })
const ofKeys = { params: z.object({ ...limit, ...labels, rows: z.array(z.object(After)) }), row: Followed }
export const invalidateMaterials = write('invalidateMaterials', {
  params: z.object({ ...limit, ...labels, after: text }),
  row: Followed,
})
export const invalidateSupplied = write('invalidateSupplied', ofKeys)
export const invalidatePairsOfMaterial = write('invalidatePairsOfMaterial', ofKeys)
export const invalidatePairsOfFactory = write('invalidatePairsOfFactory', ofKeys)
export const invalidatePairsOfExceptions = write('invalidatePairsOfExceptions', ofKeys)
export const invalidateCode = write('invalidateCode', ofKeys)
export const invalidateCarriers = write('invalidateCarriers', {
  params: z.object({ ...limit, ...labels, rows: z.array(z.object({ ...After, codeKind: text, value: text })) }),
  row: Followed,
})
