import { z } from 'zod'
import { compactRow } from '../../../schemas/compact-row.ts'
import { isRecord } from '../../core/input/decode-values.ts'
import type { Operation } from '../../core/operation.ts'

/** The value of `fields` that selects the compact fields. */
const COMPACT = 'compact'
/** The value of `fields` that selects all fields. */
const ALL = '*'
/** The maximum length of a typical compact row, in characters of JSON. */
const MOST_CHARACTERS = 220

/** The selectable fields of an operation's rows, or of the one resource that it returns. */
export interface RowFields {
  /** The top-level fields, in their order. */
  names: readonly string[]
  /**
   * Paths to the fields that identify a row, which are always returned: `style`, or `material.code` if a part of a
   * field is enough.
   */
  key: readonly string[]
  /** Paths to the compact fields. */
  compact: readonly string[]
  /** A path into a field, as an example; null if no field has fields. */
  example: string | null
  /** Describes what is wrong with a path into a row; null for a valid path. */
  faultOf(path: string): string | null
}

const known = new WeakMap<Operation, RowFields | null>()

/** The selectable fields of an operation; null if it returns no JSON, or rows without fields. */
export function rowFieldsOf(operation: Operation): RowFields | null {
  const found = known.get(operation)
  if (found !== undefined) return found
  const made = operation.files ? null : makeRowFields(operation)
  known.set(operation, made)
  return made
}

function makeRowFields({ output, examples }: Operation): RowFields | null {
  const data = output instanceof z.ZodObject ? output.shape.data : undefined
  const row = data instanceof z.ZodArray ? data.element : data
  const names = [...new Set(formsOf(row).flatMap(({ shape }) => Object.keys(shape)))]
  if (names.length === 0) return null
  const registered = compactRow.get(output) ?? compactRow.get(row)
  const key = registered?.key ?? [keyAmong(names)]
  const [example] = [(examples.output as { data?: unknown }).data].flat()
  const compact = registered?.fields ?? (data === row ? names : fittingOf(names, key, example))
  return {
    names,
    key,
    compact,
    example: examplePath(row, compact),
    faultOf: (path) => faultOfPath(row, path.split('.')),
  }
}

/** The path that callers request most, where rows have it. */
const COMMON = 'attributes.season'

/** A path that rows have: the common one, the first compact one, or the first of all. */
function examplePath(row: unknown, compact: readonly string[]): string | null {
  if (faultOfPath(row, COMMON.split('.')) === null) return COMMON
  const own = compact.find((path) => path.includes('.'))
  if (own !== undefined) return own
  const fields = formsOf(row).flatMap(({ shape }) => Object.entries(shape))
  const paths = fields.flatMap(([name, field]) =>
    formsOf(bareOf(field)).flatMap(({ shape }) => Object.keys(shape).map((inner) => `${name}.${inner}`)),
  )
  return paths[0] ?? null
}

/** The object types of a schema: one, or those of a union. */
export function formsOf(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema]
  return schema instanceof z.ZodUnion ? schema.options.flatMap((option) => formsOf(bareOf(option))) : []
}

/** The field that identifies a row: `id`, or the first name that ends in `Id`, or the first field. */
function keyAmong(names: readonly string[]): string {
  const looksLikeId = names.find((name) => name.endsWith('Id'))
  return names.find((name) => name === 'id') ?? looksLikeId ?? names[0] ?? ''
}

/** The key, and as many further fields as fit into the maximum length. A field that is too long is skipped. */
function fittingOf(names: readonly string[], key: readonly string[], example: unknown): string[] {
  if (!isRecord(example)) return [...key]
  const chosen = [...key]
  for (const name of names.filter((one) => !key.includes(one))) {
    const isFitting = JSON.stringify(projectedRow(example, [...chosen, name])).length <= MOST_CHARACTERS
    if (isFitting) chosen.push(name)
  }
  return chosen
}

/**
 * Checks a path, which can lead through objects and through the items of lists.
 * @returns what is wrong with it, or null
 */
function faultOfPath(schema: unknown, [name = '', ...inner]: readonly string[], at = ''): string | null {
  const fields = formsOf(bareOf(schema)).flatMap(({ shape }) => Object.entries(shape))
  const own = fields.filter(([field]) => field === name)
  if (own.length === 0) {
    const names = [...new Set(fields.map(([field]) => field))]
    if (at === '') return `must be one of ${[COMPACT, ALL, ...names].join(', ')}`
    return `is not a field. ${names.length === 0 ? `${at} has no fields` : `The fields of ${at} are ${names.join(', ')}`}`
  }
  if (inner.length === 0) return null
  const faults = own.map(([, field]) => faultOfPath(field, inner, at === '' ? name : `${at}.${name}`))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

/** Removes optional, nullable, and array wrappers from a schema. */
function bareOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bareOf(schema.unwrap())
  return schema instanceof z.ZodArray ? bareOf(schema.element) : schema
}

/**
 * The argument `fields` of a tool: names of fields, or paths if a field has fields of its own. The error for a wrong
 * value lists the valid ones.
 */
export function fieldsArgument({ names, example, faultOf }: RowFields, isCompact: boolean) {
  const error = ({ input }: { input?: unknown }) => faultOf(typeof input === 'string' ? input : '') ?? undefined
  const name = z.enum([COMPACT, ALL, ...names], { error })
  const path = z
    .string()
    .regex(/^[A-Za-z]+(\.[A-Za-z]+)+$/, { abort: true })
    .refine((given) => faultOf(given) === null, { abort: true })
  return z
    .array(example === null ? name : z.union([name, path], { error }))
    .min(1)
    .optional()
    .meta({
      default: [isCompact ? COMPACT : ALL],
      description: `"${ALL}" for all${example === null ? '' : `, or paths (${example})`}.`,
    })
}

/**
 * The paths of the fields that a caller requested; null for all fields.
 * @param given the value of `fields`, which was already checked
 */
export function selectedFields(
  { key, compact }: RowFields,
  given: unknown,
  isCompact: boolean,
): readonly string[] | null {
  const asked = (given as readonly string[] | undefined) ?? [isCompact ? COMPACT : ALL]
  if (asked.includes(ALL)) return null
  const paths = asked.flatMap((name) => (name === COMPACT ? compact : [name]))
  return [...paths, ...key.filter((own) => !paths.some((path) => own === path || own.startsWith(`${path}.`)))]
}

/** Rows, or one resource, reduced to the requested fields in their original order. */
export function projected(data: unknown, paths: readonly string[] | null): unknown {
  if (paths === null) return data
  return Array.isArray(data) ? data.map((row) => projectedRow(row, paths)) : projectedRow(data, paths)
}

function projectedRow(row: unknown, paths: readonly string[]): unknown {
  if (!isRecord(row)) return row
  const entries = Object.entries(row).filter(([name]) => paths.some((path) => rootOf(path) === name))
  return Object.fromEntries(entries.map(([name, value]) => [name, partOf(value, paths, name)]))
}

/** The value of a field: whole if it was requested by its name, otherwise reduced to the requested paths below it. */
function partOf(value: unknown, paths: readonly string[], name: string): unknown {
  return paths.includes(name) ? value : projected(value, innerPaths(paths, name))
}

function innerPaths(paths: readonly string[], name: string): string[] {
  return paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
}

/** The first name of a path. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}
