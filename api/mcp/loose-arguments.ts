import { z } from 'zod'
import { bare } from '../../schemas/checking/expectation.ts'
import { isRecord } from '../core/input/decode-values.ts'

/**
 * Converts arguments, as models and their libraries write them, to the types that the input of a tool accepts. Some
 * libraries make every argument required, so a model sends null or an empty string for an argument that it does not
 * need. Both count as absent if the argument is optional. A number or boolean in a string is parsed, and a string for a
 * list becomes a list with one item. All other values are unchanged, and the check of the input reports them.
 */
export function looseArguments(input: z.ZodObject, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    // `hasOwn`, because an argument may have the name of an inherited property such as `constructor`.
    const schema = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined
    if (!schema) return [[name, value]]
    const isAbsent = (value === null || value === '') && schema.isOptional()
    return isAbsent ? [] : [[name, looseValue(schema, value)]]
  })
  return Object.fromEntries(entries)
}

function looseValue(schema: z.core.$ZodType, value: unknown): unknown {
  const own = bare(schema)
  if (own instanceof z.ZodUnion) return looseMember(own, value)
  if (own instanceof z.ZodObject) return isRecord(value) ? looseArguments(own, value) : value
  if (own instanceof z.ZodArray) {
    const items = typeof value === 'string' ? [value] : value
    return Array.isArray(items) ? items.map((item) => looseValue(own.element, item)) : items
  }
  if (typeof value !== 'string') return value
  if (own instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (own instanceof z.ZodBoolean) return booleans.get(value.toLowerCase()) ?? value
  return value
}

/** Converts the value as the first object type of a union that has all of the value's non-empty fields. */
function looseMember({ options }: z.ZodUnion, value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).filter((name) => value[name] !== null && value[name] !== '')
  const objects = options.map(bare).filter((option) => option instanceof z.ZodObject)
  const meant = objects.find(({ shape }) => names.every((name) => Object.hasOwn(shape, name)))
  if (!meant) return value
  const known = Object.entries(value).filter(([name]) => names.includes(name) || Object.hasOwn(meant.shape, name))
  return looseArguments(meant, Object.fromEntries(known))
}

const booleans = new Map([
  ['true', true],
  ['false', false],
])
