import { z } from 'zod'
import { Timestamp } from '../common.ts'
import { RelationshipType } from '../graph/link-types.ts'
import { storedDocument } from './stored-document.ts'

/** A relationship without the fields that depend on the entity from which it is seen. */
const StoredLink = z.object({
  id: z.string(),
  type: RelationshipType,
  properties: z.record(z.string(), z.unknown()),
  source: z.object({ system: z.string(), recordId: z.string(), extractedAt: Timestamp }),
  /** Absent if it can change while the link stays the same. Then it is added when the link is read. */
  publicationId: z.string().nullable().optional(),
})
export type StoredLink = z.infer<typeof StoredLink>

export const storedLink = storedDocument('relationship', StoredLink)
