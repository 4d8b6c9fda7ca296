import { z } from 'zod'

/**
 * The name of the schema that a described one was made from. The contract then contains a reference to that schema, and
 * only the description in addition.
 */
export const MADE_OF = 'x-made-of'

/** A copy of a schema with its own description, such as a field of a shared type. */
export function described<T extends z.ZodType>(schema: T, description: string): T {
  const id = idOf(schema)
  return schema.meta({ description, ...(id ? { [MADE_OF]: id } : {}) })
}

function idOf(schema: z.core.$ZodType): string | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
  return isWrapped ? idOf(schema.unwrap()) : z.globalRegistry.get(schema)?.id
}

/** The description of a schema, or of the one that it makes optional or gives a default. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description
  if (own === undefined && schema instanceof z.ZodPipe)
    return descriptionOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return own ?? (isWrapped ? descriptionOf(schema.unwrap()) : undefined)
}
