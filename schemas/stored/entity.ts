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
 * What is stored beside the published document: the versions of each record and the positions of its codes among the
 * references. The content of the record that is shown is in the document and is not stored twice.
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
  /** Only where it is not that of the shown record. */
  known: z.object({ label: z.string(), time: z.string(), key: z.string() }).optional(),
  /** Of a deleted entity, which has no document. */
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

/** Empty for a publication, which comes from no record. */
export const storedEntityState = storedDocument('state of an entity', EntityState)
