import { z } from 'zod'
import { PublicationMode } from '../bom/publication-mode.ts'
import { BomSnapshot } from '../bom/yields.ts'
import { PublicationCounts } from '../ingest/publications.ts'
import { noticeOf } from '../records/notices.ts'
import { storedDocument } from './stored-document.ts'

/** The contents of the first event of a BOM publication. Versions before 1.2 stored no mode: theirs are full. */
const StartedPublication = z.object({
  startedAt: z.string(),
  effectiveAt: z.string(),
  system: z.string(),
  instance: z.string(),
  sourceRunId: z.string().nullable(),
  mode: PublicationMode.optional(),
  previousSnapshotId: z.string().nullable().optional(),
  allowShrink: z.boolean().optional(),
})
export type StartedPublication = z.infer<typeof StartedPublication>

export const storedStart = storedDocument('start of a publication', StartedPublication)

/** A snapshot without `availableUntil`, which depends on a setting. */
const StoredSnapshot = BomSnapshot.omit({ availableUntil: true })
export type StoredSnapshot = z.infer<typeof StoredSnapshot>

export const storedSnapshot = storedDocument('snapshot', StoredSnapshot)

export const storedCounts = storedDocument('counts of a publication', PublicationCounts)

/** What the snapshot of a partial publication contains as a whole, and how many styles the publication took out. */
const SnapshotTotals = PublicationCounts.extend({ contentHash: z.string(), removedStyleCount: z.int() })
export type SnapshotTotals = z.infer<typeof SnapshotTotals>

export const storedTotals = storedDocument('totals of a snapshot', SnapshotTotals)

/** A stored notice of any kind. */
export const storedNotice = storedDocument('notice', noticeOf('').extend({ type: z.string() }))
