import { z } from 'zod'
import { storedDocument } from './stored-document.ts'

/**
 * The version of a record, the time of its last event, and the history of its values: since when they hold (`s`), which
 * came later (`l`), and the newest time (`n`). What follows from the time of the last event is left out.
 */
export const StoredVersion = z.object({
  v: z.string(),
  t: z.string(),
  s: z.string().optional(),
  l: z.record(z.string(), z.string()).optional(),
  n: z.string().optional(),
})
export type StoredVersion = z.infer<typeof StoredVersion>

/** The state of a position, a requirement, a dataset load, or a source record, each of which comes from one record. */
export const storedVersion = storedDocument('version', StoredVersion)

/** The versions of the records behind a link or a dataset, by record key, with what each said last. */
const StoredVersions = z.record(
  z.string(),
  StoredVersion.extend({ moved: z.string().optional(), content: z.unknown().nullable() }),
)
export type StoredVersions = z.infer<typeof StoredVersions>

export const storedVersions = storedDocument('versions', StoredVersions)
