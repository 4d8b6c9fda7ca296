import { z } from 'zod'

/** Names the schema that a described one was made of. The contract refers to it, and gives only the description again. */
export const MADE_OF = 'x-made-of'

/** A schema with a description of its own, such as a field of a shared type. */
export function described<T extends z.ZodType>(schema: T, description: string): T {
  const id = idOf(schema)
  return schema.meta({ description, ...(id ? { [MADE_OF]: id } : {}) })
}

function idOf(schema: z.core.$ZodType): string | undefined {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
  return isWrapped ? idOf(schema.unwrap()) : z.globalRegistry.get(schema)?.id
}
