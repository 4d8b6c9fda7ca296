import { z } from 'zod'

const word = z.string()

/**
 * What may look different since a change, and is to be looked at again. Marks hold these as JSON text, the type first.
 * - `pair`: the positions that name this material and this factory (references as stored, see connected-refs.ts)
 * - `requirement`: open production of this style or SKU at this factory, references as stored
 * - `record`: a source record, by the id of its node, which may be gone
 * - `code`: a code that somebody ceased to carry: those who use it may belong to another one now; system is `*` for any
 * - `material`, `style`, `sku`, `supplier`: the entity, its codes, or a link of it
 * - `factory`: a factory, by its id
 * - `publication`: a completed publication, by its number
 * - `all`: everything of the organization
 */
export const Subject = z.union([
  z.tuple([z.literal('pair'), word, word]),
  z.tuple([z.literal('requirement'), word, word]),
  z.tuple([z.literal('record'), word]),
  z.tuple([z.literal('code'), z.enum(['material', 'factory', 'style', 'sku']), word, word, word]),
  z.tuple([z.enum(['material', 'factory', 'style', 'sku', 'supplier']), word]),
  z.tuple([z.literal('publication'), z.int()]),
  z.tuple([z.literal('all')]),
])
export type Subject = z.infer<typeof Subject>

export function subjectText(subject: Subject): string {
  return JSON.stringify(subject)
}

/** @throws ZodError when the text is not of `subjectText` */
export function readSubject(text: string): Subject {
  return Subject.parse(JSON.parse(text))
}
