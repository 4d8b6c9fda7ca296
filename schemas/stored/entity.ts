import { z } from 'zod'
import { Entity, ExternalReference } from '../graph/entities.ts'
import { storedDocument } from './stored-document.ts'
import { StoredVersion } from './version.ts'

export const storedEntity = storedDocument('entity', Entity)

const Content = z.object({
  label: z.string(),
  lifecycleState: z.string(),
  attributes: z.record(z.string(), z.unknown()),
})

/**
 * The state that is stored in addition to the published document: the version of each record, and the indexes of its
 * codes in the document's references. The content of the record that is shown is only in the document.
 */
const EntityState = z.object({
  records: z
    .record(
      z.string(),
      StoredVersion.extend({
        c: z.array(z.int()).optional(),
        moved: z.string().optional(),
        style: z.string().optional(),
        content: Content.optional(),
      }),
    )
    .optional(),
  shown: z.string().nullable().optional(),
  /** The last known label, with the record and the time of its event; absent if they are those of the shown record. */
  known: z.object({ label: z.string(), time: z.string(), key: z.string() }).optional(),
  /** The fields of a deleted entity, which has no document. */
  hidden: z
    .object({
      references: z.array(ExternalReference),
      revision: z.int(),
      createdAt: z.string(),
      updatedAt: z.string(),
    })
    .optional(),
})
export type EntityState = z.infer<typeof EntityState>

/** The stored state of an entity. It is an empty object for a BOM publication, which is not made from a record. */
export const storedEntityState = storedDocument('state of an entity', EntityState)
