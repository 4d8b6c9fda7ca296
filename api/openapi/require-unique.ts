import { z } from 'zod'
import { MADE_OF } from '../../schemas/described.ts'
import type { Operation } from '../core/operation.ts'

/**
 * Requires unique names, because the generator silently keeps only one of two operations or schemas with the same name.
 * @throws Error naming the duplicates
 */
export function requireUnique(operations: readonly Operation[], others: readonly z.ZodType[]): void {
  requireOnce(operations.map(({ operationId }) => operationId))
  requireOnce(operations.map(({ method, path }) => `${method} ${path}`))
  const schemas = schemasOf([...operations.flatMap(({ input, forms, output }) => [forms ?? input, output]), ...others])
  requireOnce(schemas.flatMap((schema) => schema.meta()?.id ?? []))
}

/** The schemas and all schemas that they contain. */
export function schemasOf(schemas: readonly z.ZodType[]): z.ZodType[] {
  const found = new Set<z.ZodType>()
  for (const schema of schemas) collect(schema, found)
  return [...found]
}

function requireOnce(names: readonly string[]): void {
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new Error(`The contract would hold twice: ${[...new Set(twice)].join(', ')}`)
}

/** Adds a schema and all schemas that it contains to `found`. */
function collect(value: unknown, found: Set<z.ZodType>): void {
  if (value instanceof z.ZodType) {
    if (found.has(value)) return
    found.add(value)
    // A schema made with `described` is a copy whose parent is the original.
    if (value.meta()?.[MADE_OF] !== undefined) collect(value._zod.parent, found)
    for (const part of Object.values(value.def)) collect(part, found)
  } else if (Array.isArray(value)) {
    for (const part of value) collect(part, found)
  } else if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    for (const part of Object.values(value)) collect(part, found)
  }
}
