import { z } from 'zod'
import { readQuery, writeQuery } from './query.ts'

const Nothing = z.object({})
const text = z.string()
const Snapshot = z.object({ snapshotId: text })
const StyleIds = z.object({ styleIds: z.array(text) })
const open = { open: z.int() }
const seq = { seq: z.int() }
const Dropped = z.object({ dropped: z.int() })
const Limit = z.object({ limit: z.int() })

const FeedRow = z.object({
  open: text.nullable(),
  lastAt: z.number().nullable(),
  started: text.nullable(),
  seq: z.int().nullable(),
  snapshotId: text.nullable(),
  publicationId: text.nullable(),
  completedAt: text.nullable(),
})
export type FeedRow = z.infer<typeof FeedRow>

export const loadFeed = readQuery('publications/load-feed', { params: Nothing, row: FeedRow })

export const findPublication = readQuery('publications/find-publication', {
  params: Snapshot,
  row: z.object({ status: text, eventKey: text, keys: z.array(text).nullable() }),
})

export const findStagedEvents = readQuery('publications/find-staged-events', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: z.object({ key: text }),
})

export const findStagedStyles = readQuery('publications/find-staged-styles', {
  params: Snapshot.extend(StyleIds.shape),
  row: z.object({ styleId: text, version: text }),
})

export const findOpenStyles = readQuery('publications/find-open-styles', {
  params: StyleIds.extend(open),
  row: z.object({ styleId: text, hash: text, contentHash: text.nullable(), sum: text.nullable() }),
})

export const startPublication = writeQuery('publications/start-publication', {
  params: Snapshot.extend({ offset: z.int(), eventKey: text, started: text }),
  row: Nothing,
})

export const setFeed = writeQuery('publications/set-feed', {
  params: z.object({ snapshotId: text.nullable(), lastAt: z.int() }),
  row: Nothing,
})

/** What one event says of a style: `doc` is null when the style is as in the newest snapshot. */
export const StagedRow = z.object({
  eventKey: text,
  styleId: text,
  version: text,
  part: z.int(),
  parts: z.int(),
  skuCount: z.int(),
  lineCount: z.int(),
  rowCount: z.int(),
  sum: text,
  contentHash: text,
  doc: text.nullable(),
})
export type StagedRow = z.infer<typeof StagedRow>

export const stageStyles = writeQuery('publications/stage-styles', {
  params: Snapshot.extend({ rows: z.array(StagedRow) }),
  row: Nothing,
})

export const StagedPart = StagedRow.omit({ doc: true }).extend({ changed: z.boolean(), size: z.int().nullable() })
export type StagedPart = z.infer<typeof StagedPart>

export const listStaged = readQuery('publications/list-staged', {
  params: Snapshot.extend({ after: text, limit: z.int() }),
  row: StagedPart,
})

export const readStaged = readQuery('publications/read-staged', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: z.object({ eventKey: text, doc: text.nullable() }),
})

export const listAbsentStyles = readQuery('publications/list-absent-styles', {
  params: Snapshot.extend({ ...open, after: text, limit: z.int() }),
  row: z.object({ styleId: text }),
})

export const listOpenLines = readQuery('publications/list-open-lines', {
  params: StyleIds.extend(open),
  row: z.object({ styleId: text, hash: text }),
})

export const closeLines = writeQuery('publications/close-lines', {
  params: z.object({ ...open, ...seq, rows: z.array(z.object({ styleId: text, hash: text })) }),
  row: Nothing,
})

export const openLines = writeQuery('publications/open-lines', {
  params: z.object({ ...open, ...seq, rows: z.array(z.object({ styleId: text, hash: text, doc: text })) }),
  row: Nothing,
})

export const closeStyles = writeQuery('publications/close-styles', {
  params: StyleIds.extend({ ...open, ...seq }),
  row: Nothing,
})

export const openStyles = writeQuery('publications/open-styles', {
  params: z.object({
    ...open,
    ...seq,
    rows: z.array(z.object({ styleId: text, styleNumber: text, hash: text, doc: text })),
  }),
  row: Nothing,
})

export const noteContent = writeQuery('publications/note-content', {
  params: z.object({ ...open, rows: z.array(z.object({ styleId: text, contentHash: text, sum: text })) }),
  row: Nothing,
})

export const markChanges = writeQuery('publications/mark-changes', { params: StyleIds.extend(seq), row: Nothing })

export const noteSkus = writeQuery('publications/note-skus', {
  params: z.object({ rows: z.array(z.object({ sku: text, styleId: text })) }),
  row: Nothing,
})

export const listOpenUses = readQuery('publications/list-open-uses', {
  params: StyleIds.extend(open),
  row: z.object({ styleId: text, id: text, sortKey: text, state: text }),
})

export const closeUses = writeQuery('publications/close-uses', {
  params: z.object({ ...seq, ids: z.array(text) }),
  row: Nothing,
})

/** A USES_MATERIAL link; `state` is the hash of what it says. */
export const UseRow = z.object({ id: text, fromId: text, toId: text, sortKey: text, doc: text, state: text })
export type UseRow = z.infer<typeof UseRow>

export const openUses = writeQuery('publications/open-uses', {
  params: z.object({ ...open, ...seq, rows: z.array(UseRow) }),
  row: Nothing,
})

export const completePublication = writeQuery('publications/complete-publication', {
  params: Snapshot.extend({ ...seq, publicationId: text, completedAt: text, doc: text }),
  row: Nothing,
})

export const failPublication = writeQuery('publications/fail-publication', {
  params: Snapshot.extend({ status: z.enum(['failed', 'aborted']), reason: text, endedAt: text }),
  row: Nothing,
})

export const rememberEvents = writeQuery('publications/remember-events', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: Nothing,
})

const Notice = z.object({ id: text, doc: text })
export const addNotice = writeQuery('publications/add-notice', { params: Notice, row: Nothing })
export const listNotices = readQuery('publications/list-notices', { params: Limit, row: Notice })
export const deleteNotices = writeQuery('publications/delete-notices', {
  params: z.object({ ids: z.array(text) }),
  row: Nothing,
})

export const dropStaged = writeQuery('publications/drop-staged', { params: Limit, row: Dropped })
export const dropClosedUses = writeQuery('publications/drop-closed-uses', { params: Limit.extend(seq), row: Dropped })

export const listExpired = readQuery('publications/list-expired', {
  params: Limit.extend({ before: text }),
  row: Snapshot.extend({ ...seq, doc: text }),
})

export const retireSnapshot = writeQuery('publications/retire-snapshot', {
  params: Snapshot.extend({ now: text }),
  row: z.object(seq),
})

export const listPurgeable = readQuery('publications/list-purgeable', {
  params: z.object({ before: text }),
  row: Snapshot.extend({ readable: z.int() }),
})

const Old = { params: Limit.extend({ readable: z.int() }), row: Dropped }
export const dropOldLines = writeQuery('publications/drop-old-lines', Old)
export const dropOldStyles = writeQuery('publications/drop-old-styles', Old)
export const dropOldChanges = writeQuery('publications/drop-old-changes', Old)

export const purgePublication = writeQuery('publications/purge-publication', {
  params: Snapshot.extend({ now: text }),
  row: Nothing,
})

export const listPublications = readQuery('publications/list-publications', {
  params: Limit,
  row: z.object({
    snapshotId: text,
    status: text,
    seq: z.int().nullable(),
    started: text,
    endedAt: text.nullable(),
    retiredAt: text.nullable(),
    reason: text.nullable(),
    doc: text.nullable(),
  }),
})
