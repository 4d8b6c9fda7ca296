import { z } from 'zod'
import { BomSnapshot } from '../bom/yields.ts'
import { PublicationCounts } from '../ingest/publications.ts'
import { noticeOf } from '../records/notices.ts'
import { storedDocument } from './stored-document.ts'

/** The contents of the first event of a BOM publication. */
const StartedPublication = z.object({
  startedAt: z.string(),
  effectiveAt: z.string(),
  system: z.string(),
  instance: z.string(),
  sourceRunId: z.string().nullable(),
})
export type StartedPublication = z.infer<typeof StartedPublication>

export const storedStart = storedDocument('start of a publication', StartedPublication)

/** A snapshot without `availableUntil`, which depends on a setting. */
const StoredSnapshot = BomSnapshot.omit({ availableUntil: true })
export type StoredSnapshot = z.infer<typeof StoredSnapshot>

export const storedSnapshot = storedDocument('snapshot', StoredSnapshot)

export const storedCounts = storedDocument('counts of a publication', PublicationCounts)

/** A stored notice of any kind. */
export const storedNotice = storedDocument('notice', noticeOf('').extend({ type: z.string() }))
