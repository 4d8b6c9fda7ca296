import { MADE_OF } from '../../schemas/described.ts'

/**
 * A described schema of a shared type becomes a reference with its description beside it, so that what the type allows stands
 * once in the contract: the generator copies the type, or puts the reference into an `allOf` of its own.
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

/** What a use of a shared type has of its own. */
function ownOf({ description, default: byDefault }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  }
}
