import { z } from 'zod'
import { storedDocument } from './stored-document.ts'

/**
 * The version of a record (`v`), the time of its last event (`t`), and the history of its values: the time since which
 * they are valid (`s`), the fields that changed later with their times (`l`), and the newest time (`n`). Times that
 * equal that of the last event are left out.
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

/** The versions of the records behind a link or a dataset, by record key, with the last contents of each record. */
const StoredVersions = z.record(
  z.string(),
  StoredVersion.extend({ moved: z.string().optional(), content: z.unknown().nullable() }),
)
export type StoredVersions = z.infer<typeof StoredVersions>

export const storedVersions = storedDocument('versions', StoredVersions)
