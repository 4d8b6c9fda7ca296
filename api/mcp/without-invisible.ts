import { stripInvisible } from '../../domain/text/strip-invisible.ts'

/**
 * A JSON value without invisible characters, in texts and in names of members: they can make a text mean another thing to a
 * model than to a person, and an agent could not find the label that it was shown.
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
