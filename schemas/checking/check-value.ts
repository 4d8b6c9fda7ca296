import { z } from 'zod'
import { bare, expectationOf } from './expectation.ts'
import { nearestName } from './nearest-name.ts'

/** One fault of a value: where it is, and what is wrong there as the end of a sentence, such as "is required". */
export interface Fault {
  path: readonly PropertyKey[]
  detail: string
}

export type Checked<T> = { success: true; data: T } | { success: false; faults: Fault[] }

/**
 * The largest number of faults of one input that are found, wherever they are. An input may have one in every item of a list and in every name
 * that it holds; more are of no use, and to describe one costs some microseconds.
 */
export const MAX_FAULTS = 100

/**
 * Checks a value against a schema. A fault says what the schema takes, in words for people and agents, and never repeats
 * the value; words that the schema has of its own come first. Each fault is there once.
 */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  // An empty message marks what the schema has no words of its own for.
  const parsed = schema.safeParse(value, { error: () => '' })
  if (parsed.success) return parsed
  const faults = describe(schema, value, parsed.error.issues).take(MAX_FAULTS)
  const different = new Map(faults.map((fault) => [JSON.stringify([fault.path.map(String), fault.detail]), fault]))
  return { success: false, faults: [...different.values()] }
}

/** One after the other, so that no more are described than are wanted. */
function* describe(
  schema: z.core.$ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): Generator<Fault, void, undefined> {
  for (const issue of issues) {
    const { path, message } = issue
    const at = schemaAt(schema, value, path)
    const given = valueAt(value, path)
    const inside = issue.code === 'invalid_union' && message === '' && insideUnion(at, given, issue.errors)
    if (issue.code === 'unrecognized_keys') yield* unknownNames(formBut(issue.keys, at, given), path, issue.keys)
    else if (given === undefined && message === '') yield { path, detail: `is required and ${expectation(at, issue)}` }
    else if (message !== '') yield { path, detail: message }
    else if (inside) yield* inside.map((fault) => ({ path: [...path, ...fault.path], detail: fault.detail }))
    else yield { path, detail: expectation(at, issue) }
  }
}

function expectation(schema: z.core.$ZodType | null, issue: z.core.$ZodIssue): string {
  const isTag = issue.code === 'invalid_union' && 'discriminator' in issue && 'options' in issue
  if (isTag && Array.isArray(issue.options)) return `must be one of ${issue.options.join(', ')}`
  return schema ? expectationOf(schema) : 'is not valid'
}

/** The form of a union that a value has but for some names; of any other schema, the schema itself. */
function formBut(names: readonly string[], schema: z.core.$ZodType | null, value: unknown): z.core.$ZodType | null {
  if (!(schema instanceof z.ZodUnion) || !isObject(value)) return schema
  const forms = schema.options.map(bare).filter((form) => form instanceof z.ZodObject)
  const isKnown = (name: string, { shape }: z.ZodObject) => Object.hasOwn(shape, name)
  return forms.find((form) => Object.keys(value).every((name) => isKnown(name, form) !== names.includes(name))) ?? null
}

function* unknownNames(
  schema: z.core.$ZodType | null,
  path: readonly PropertyKey[],
  keys: readonly string[],
): Generator<Fault, void, undefined> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const noun = path.length === 0 ? 'parameter' : 'field'
  const valid = names.length === 1 ? `The only ${noun} is ${names[0]}` : `The ${noun}s are ${names.join(', ')}`
  for (const key of keys) {
    const near = nearestName(key, names)
    const meant = near === null ? '. ' : `; did you mean ${near}? `
    const detail = `is not a ${noun}${meant}${names.length === 0 ? `There are no ${noun}s` : valid}`
    yield { path: [...path, key], detail }
  }
}

/** The faults of the one form that a value has by its type; null when it has none, or when several are as near. */
function insideUnion(
  union: z.core.$ZodType | null,
  value: unknown,
  errors: readonly (readonly z.core.$ZodIssue[])[],
): IteratorObject<Fault> | null {
  if (!(union instanceof z.ZodUnion)) return null
  const isOfType = (issues: readonly z.core.$ZodIssue[]) =>
    !issues.some(({ path, code }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'))
  const forms = union.options.flatMap((option, index) => {
    const issues = errors[index] ?? []
    return isOfType(issues) ? [{ option, issues }] : []
  })
  const [nearest] = forms.sort((a, b) => a.issues.length - b.issues.length)
  return nearest ? describe(nearest.option, value, nearest.issues) : null
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at: unknown, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)
}

/** The schema that a path leads to, or null where that is not known. */
function schemaAt(given: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): z.core.$ZodType | null {
  const schema = bare(given)
  const [key, ...rest] = path
  if (key === undefined) return schema
  if (schema instanceof z.ZodNullable) return schemaAt(schema.unwrap(), value, path)
  const inside = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  if (schema instanceof z.ZodObject) {
    const name = String(key)
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    return field ? schemaAt(field, inside, rest) : null
  }
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, inside, rest)
  if (schema instanceof z.ZodRecord) return schemaAt(schema.valueType, inside, rest)
  if (schema instanceof z.ZodIntersection)
    return schemaAt(schema.def.left, value, path) ?? schemaAt(schema.def.right, value, path)
  if (!(schema instanceof z.ZodUnion)) return null
  const forms = schema.options.filter((option) => isOfForm(option, value))
  return forms.map((form) => schemaAt(form, value, path)).find((found) => found !== null) ?? null
}

/** Whether the constant fields of a form are those of a value. */
function isOfForm(option: z.core.$ZodType, value: unknown): boolean {
  const form = bare(option)
  if (!(form instanceof z.ZodObject) || !isObject(value)) return true
  return Object.entries(form.shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.values.has(value[name] as never),
  )
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
