import { z } from 'zod'
import { BomValue } from '../../schemas/bom/bom-values.ts'
import { stagedStyle, storedLine, storedStyle } from '../../schemas/stored/bom.ts'
import { storedFaults } from '../../schemas/stored/dead-letter.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import {
  storedCounts,
  storedNotice,
  storedSnapshot,
  storedStart,
  storedTotals,
} from '../../schemas/stored/publication.ts'
import { tenantStatements } from '../query.ts'

const { read, write } = tenantStatements(import.meta.url)

const Nothing = z.object({})
const text = z.string()
const Snapshot = z.object({ snapshotId: text })
const StyleIds = z.object({ styleIds: z.array(text) })
const open = { open: z.int() }
const seq = { seq: z.int() }
const Dropped = z.object({ dropped: z.int() })
const Limit = z.object({ limit: z.int() })

/** The numbers of SKUs, lines, and rows of a style. */
const StyleCounts = z.array(z.int()).length(3)

const PublicationStateRow = z.object({
  open: text.nullable(),
  lastAt: z.number().nullable(),
  started: storedStart.text.nullable(),
  seq: z.int().nullable(),
  snapshotId: text.nullable(),
  publicationId: text.nullable(),
  completedAt: text.nullable(),
})
export type PublicationStateRow = z.infer<typeof PublicationStateRow>

export const loadPublicationState = read('loadPublicationState', { params: Nothing, row: PublicationStateRow })

export const findPublication = read('findPublication', {
  params: Snapshot,
  row: z.object({
    status: text,
    eventKey: text,
    keys: z.array(text).nullable(),
    reason: text.nullable(),
    lateFrom: z.int().nullable(),
    lateTo: z.int().nullable(),
    lateCount: z.int().nullable(),
    faults: storedFaults.text.nullable(),
    faultCount: z.int().nullable(),
  }),
})

export const findStagedEvents = read('findStagedEvents', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: z.object({ key: text }),
})

export const findStagedStyles = read('findStagedStyles', {
  params: Snapshot.extend(StyleIds.shape),
  row: z.object({ styleId: text, version: text }),
})

export const findOpenStyles = read('findOpenStyles', {
  params: StyleIds.extend(open),
  row: z.object({
    styleId: text,
    hash: text,
    contentHash: text.nullable(),
    sum: text.nullable(),
    counts: StyleCounts.nullable(),
  }),
})

export const startPublication = write('startPublication', {
  params: Snapshot.extend({ offset: z.int(), eventKey: text, started: storedStart.text }),
  row: Nothing,
})

export const setPublicationState = write('setPublicationState', {
  params: z.object({ snapshotId: text.nullable(), lastAt: z.int() }),
  row: Nothing,
})

/** What faults of a staged style name. They are null if an earlier version staged it. */
const StagedNames = z.object({ styleNumber: text.nullable(), eventId: text.nullable(), source: text.nullable() })
export type StagedNames = z.infer<typeof StagedNames>

/** The staged contents of one style event. `doc` is null when the style equals that of the newest snapshot. */
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
  doc: stagedStyle.text.nullable(),
  ...StagedNames.shape,
})
export type StagedRow = z.infer<typeof StagedRow>

export const stageStyles = write('stageStyles', {
  params: Snapshot.extend({ rows: z.array(StagedRow) }),
  row: Nothing,
})

export const StagedPart = StagedRow.omit({ doc: true, styleNumber: true, eventId: true, source: true }).extend({
  changed: z.boolean(),
  size: z.int().nullable(),
})
export type StagedPart = z.infer<typeof StagedPart>

export const listStaged = read('listStaged', {
  params: Snapshot.extend({ after: text, limit: z.int() }),
  row: StagedPart,
})

export const readStaged = read('readStaged', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: z.object({ eventKey: text, doc: stagedStyle.text.nullable() }),
})

export const readStagedNames = read('readStagedNames', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: StagedNames.extend({ eventKey: text }),
})

export const lockStaged = write('lockStaged', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: Nothing,
})

export const listAbsentStyles = read('listAbsentStyles', {
  params: Snapshot.extend({ ...open, after: text, limit: z.int() }),
  row: z.object({ styleId: text }),
})

export const listOpenLines = read('listOpenLines', {
  params: StyleIds.extend(open),
  row: z.object({ styleId: text, hash: text }),
})

export const closeLines = write('closeLines', {
  params: z.object({ ...open, ...seq, rows: z.array(z.object({ styleId: text, hash: text })) }),
  row: Nothing,
})

export const openLines = write('openLines', {
  params: z.object({
    ...open,
    ...seq,
    rows: z.array(z.object({ styleId: text, materialId: text, hash: text, doc: storedLine.text })),
  }),
  row: Nothing,
})

export const closeStyles = write('closeStyles', {
  params: StyleIds.extend({ ...open, ...seq }),
  row: Nothing,
})

export const openStyles = write('openStyles', {
  params: z.object({
    ...open,
    ...seq,
    rows: z.array(z.object({ styleId: text, styleNumber: text, hash: text, doc: storedStyle.text })),
  }),
  row: Nothing,
})

export const noteContent = write('noteContent', {
  params: z.object({
    ...open,
    rows: z.array(z.object({ styleId: text, contentHash: text, sum: text, counts: StyleCounts })),
  }),
  row: Nothing,
})

export const findNewestTotals = read('findNewestTotals', {
  params: Nothing,
  row: z.object({
    doc: storedSnapshot.text,
    counts: storedCounts.text.nullable(),
    totals: storedTotals.text.nullable(),
  }),
})

export const findTotals = read('findTotals', { params: Snapshot, row: z.object({ totals: storedTotals.text }) })

export const keepTotals = write('keepTotals', {
  params: Snapshot.extend({ totals: storedTotals.text }),
  row: Nothing,
})

export const findMarkedStyle = read('findMarkedStyle', { params: z.object(seq), row: z.object({ styleId: text }) })

export const createChanges = write('createChanges', { params: StyleIds.extend(seq), row: Nothing })

export const noteSkus = write('noteSkus', {
  params: z.object({ rows: z.array(z.object({ sku: text, skuId: text, styleId: text })) }),
  row: Nothing,
})

/** `value` is JSON without its quotes; see `escaped`. */
export const noteValues = write('noteValues', {
  params: z.object({ rows: z.array(BomValue) }),
  row: Nothing,
})

export const listOpenUses = read('listOpenUses', {
  params: StyleIds.extend(open),
  row: z.object({ styleId: text, id: text, sortKey: text, state: text }),
})

export const closeUses = write('closeUses', {
  params: z.object({ ...seq, ids: z.array(text) }),
  row: Nothing,
})

/** A USES_MATERIAL link. `state` is the hash of its content. */
const UseRow = z.object({
  id: text,
  fromId: text,
  toId: text,
  sortKey: text,
  doc: storedLink.text,
  state: text,
})
export type UseRow = z.infer<typeof UseRow>

export const openUses = write('openUses', {
  params: z.object({ ...open, ...seq, rows: z.array(UseRow) }),
  row: Nothing,
})

export const completePublication = write('completePublication', {
  params: Snapshot.extend({
    ...seq,
    publicationId: text,
    completedAt: text,
    doc: storedSnapshot.text,
    counts: storedCounts.text,
  }),
  row: Nothing,
})

export const failPublication = write('failPublication', {
  params: Snapshot.extend({
    status: z.enum(['failed', 'aborted']),
    reason: text,
    endedAt: text,
    expected: storedCounts.text.nullable(),
    seen: storedCounts.text.nullable(),
    faults: storedFaults.text,
    faultCount: z.int(),
  }),
  row: Nothing,
})

/**
 * Events that arrived after a publication had failed: the offset of the first, which has a dead letter, that of the
 * last, and their number. Events up to the last are not counted again when they are read again.
 */
export const noteLateEvents = write('noteLateEvents', {
  params: Snapshot.extend({
    lateFrom: z.int(),
    lateTo: z.int(),
    lateCount: z.int(),
    faults: storedFaults.text,
    faultCount: z.int(),
  }),
  row: Nothing,
})

export const rememberEvents = write('rememberEvents', {
  params: Snapshot.extend({ keys: z.array(text) }),
  row: Nothing,
})

const Notice = z.object({ id: text, doc: storedNotice.text })
export const addNotice = write('addNotice', { params: Notice, row: Nothing })
export const listNotices = read('listNotices', { params: Limit, row: Notice })
export const deleteNotices = write('deleteNotices', {
  params: z.object({ ids: z.array(text) }),
  row: Nothing,
})

export const dropStaged = write('dropStaged', { params: Limit, row: Dropped })
export const dropClosedUses = write('dropClosedUses', { params: Limit.extend(seq), row: Dropped })

export const listExpired = read('listExpired', {
  params: Limit.extend({ before: text }),
  row: Snapshot.extend({ ...seq, doc: storedSnapshot.text }),
})

export const retireSnapshot = write('retireSnapshot', {
  params: Snapshot.extend({ now: text }),
  row: z.object(seq),
})

export const listPurgeable = read('listPurgeable', {
  params: z.object({ before: text }),
  row: Snapshot.extend({ readable: z.int() }),
})

const Old = { params: Limit.extend({ readable: z.int() }), row: Dropped }
export const dropOldLines = write('dropOldLines', Old)
export const dropOldStyles = write('dropOldStyles', Old)
export const dropOldChanges = write('dropOldChanges', Old)

/** A parameter that is null leaves its document unchanged. */
export const repairPublication = write('repairPublication', {
  params: Snapshot.extend({ started: storedStart.text.nullable(), doc: storedSnapshot.text.nullable() }),
  row: Snapshot,
})

export const purgePublication = write('purgePublication', {
  params: Snapshot.extend({ now: text }),
  row: Nothing,
})
