import { MADE_OF } from '../../schemas/described.ts'

/**
 * Replaces a schema that was made with `described` by a reference to its original, with the description next to it. The
 * contract then contains each shared type once. The generator would copy the type, or wrap the reference in an `allOf`.
 */
export function referToMadeOf<T>(document: T): T {
  return replaced(document) as T
}

function replaced(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaced)
  if (typeof value !== 'object' || value === null) return value
  const { [MADE_OF]: name, allOf, ...rest } = value as Record<string, unknown>
  const [only, ...others] = Array.isArray(allOf) ? allOf : []
  if (typeof name === 'string') return { $ref: `#/components/schemas/${name}`, ...ownOf(rest) }
  if (only !== undefined && others.length === 0) return { ...only, ...ownOf(rest) }
  const all = allOf === undefined ? rest : { ...rest, allOf }
  return Object.fromEntries(Object.entries(all).map(([key, field]) => [key, replaced(field)]))
}

/** The keywords that a use of a shared type adds to its reference. */
function ownOf({ description, default: byDefault }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  }
}
