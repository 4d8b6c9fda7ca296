import { z } from 'zod'
import { bare, expectationOf } from './expectation.ts'
import { nearestName } from './nearest-name.ts'

/** One fault of a value: its path, and a description that completes a sentence, such as "is required". */
export interface Fault {
  path: readonly PropertyKey[]
  detail: string
}

export type Checked<T> = { success: true; data: T } | { success: false; faults: Fault[] }

/**
 * The most faults of one input that are reported. An input may have one in every item of a list and in every name that
 * it contains. More would not help the caller, and each takes some microseconds to describe.
 */
export const MAX_FAULTS = 100

/**
 * Checks a value against a schema. A fault describes what the schema accepts, and never contains the value. If the
 * schema has an error message of its own, that is used. Duplicate faults are removed.
 */
export function checkValue<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  // An empty message marks issues for which the schema has no message of its own.
  const parsed = schema.safeParse(value, { error: () => '' })
  if (parsed.success) return parsed
  const faults = describe(schema, value, parsed.error.issues).take(MAX_FAULTS)
  const different = new Map(faults.map((fault) => [JSON.stringify([fault.path.map(String), fault.detail]), fault]))
  return { success: false, faults: [...different.values()] }
}

/** A generator, so that no more faults are described than the caller takes. */
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

/**
 * The member of a union that has all fields of a value except `names`. A schema that is no union is returned unchanged.
 */
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

/**
 * The faults against the member of a union with the fewest issues, among those of the value's type; null if there is
 * none.
 */
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

/** The schema at a path, or null if it is unknown. */
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

/** Whether a value has the constant fields of a member of a union. */
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
