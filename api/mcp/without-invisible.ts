import { stripInvisible } from '../../domain/text/strip-invisible.ts'

/**
 * Removes invisible characters from the texts and member names of a JSON value. They can give a text a different
 * meaning for a model than for a person, and an agent could not find the label that a person sees.
 */
export function withoutInvisible<Value>(value: Value): Value
export function withoutInvisible(value: unknown): unknown {
  if (typeof value === 'string') return stripInvisible(value)
  if (Array.isArray(value)) return value.map((item) => withoutInvisible(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [stripInvisible(name), withoutInvisible(field)]),
  )
}
