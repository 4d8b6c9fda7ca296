import { z } from 'zod'
import { compactRow } from '../../../schemas/compact-row.ts'
import { isRecord } from '../../core/input/decode-values.ts'
import type { Operation } from '../../core/operation.ts'

/** The tool's compact fields, as a caller names them. */
const COMPACT = 'compact'
/** All fields. */
const ALL = '*'
/** What a row of a list takes at most, typically, as JSON. */
const MOST_CHARACTERS = 220

/** The fields of the rows of an operation, or of the one resource that it returns. */
export interface RowFields {
  /** Of the first level, in their order. */
  names: readonly string[]
  /** Paths to what every row has, because it identifies it: `style`, or `material.code` where a part of a field does. */
  key: readonly string[]
  /** Paths, too. */
  compact: readonly string[]
  /** What is wrong with a path into a row; null for one that leads to a field. */
  faultOf(path: string): string | null
}

const known = new WeakMap<Operation, RowFields | null>()

/** What may be left out of the rows of an operation; null when it returns no JSON, or rows without fields. */
export function rowFieldsOf(operation: Operation): RowFields | null {
  const found = known.get(operation)
  if (found !== undefined) return found
  const made = operation.mediaType ? null : makeRowFields(operation)
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
  return { names, key, compact, faultOf: (path) => faultOfPath(row, path.split('.')) }
}

/** The objects that a schema describes: one, or those of a union. */
export function formsOf(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema]
  return schema instanceof z.ZodUnion ? schema.options.flatMap((option) => formsOf(bareOf(option))) : []
}

/** What identifies a row: its id, else the first id or field that it has. */
function keyAmong(names: readonly string[]): string {
  const looksLikeId = names.find((name) => name.endsWith('Id'))
  return names.find((name) => name === 'id') ?? looksLikeId ?? names[0] ?? ''
}

/** The key, and after it as many fields as a typical row has room for; what is long is passed over. */
function fittingOf(names: readonly string[], key: readonly string[], example: unknown): string[] {
  if (!isRecord(example)) return [...key]
  const chosen = [...key]
  for (const name of names.filter((one) => !key.includes(one))) {
    const isFitting = JSON.stringify(projectedRow(example, [...chosen, name])).length <= MOST_CHARACTERS
    if (isFitting) chosen.push(name)
  }
  return chosen
}

/** A path leads through objects, and through the items of lists. @returns what is wrong with it, or null */
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

/** A schema without what it is wrapped in. */
function bareOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bareOf(schema.unwrap())
  return schema instanceof z.ZodArray ? bareOf(schema.element) : schema
}

/** Names of fields or paths, as an argument of a tool: a wrong one is a fault that lists the valid ones. */
export function fieldsArgument({ names, faultOf }: RowFields, isCompact: boolean) {
  const path = z
    .string()
    .regex(/^[A-Za-z]+(\.[A-Za-z]+)+$/, { abort: true })
    .refine((given) => faultOf(given) === null, { abort: true })
  const field = z.union([z.enum([COMPACT, ALL, ...names]), path], {
    error: ({ input }) => faultOf(typeof input === 'string' ? input : '') ?? undefined,
  })
  return z
    .array(field)
    .min(1)
    .optional()
    .meta({
      default: [isCompact ? COMPACT : ALL],
      description: `Fields, paths (attributes.season), "${COMPACT}", or "${ALL}" (all).`,
    })
}

/**
 * Which fields a caller asked for, as paths; null for all of them.
 * @param given the value of `fields`, which was checked
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

/** Rows, or one resource, with the fields that were asked for, in their own order. */
export function projected(data: unknown, paths: readonly string[] | null): unknown {
  if (paths === null) return data
  return Array.isArray(data) ? data.map((row) => projectedRow(row, paths)) : projectedRow(data, paths)
}

function projectedRow(row: unknown, paths: readonly string[]): unknown {
  if (!isRecord(row)) return row
  const entries = Object.entries(row).filter(([name]) => paths.some((path) => rootOf(path) === name))
  return Object.fromEntries(entries.map(([name, value]) => [name, partOf(value, paths, name)]))
}

/** A field whole when it was asked for by its name, else what the paths name of it. */
function partOf(value: unknown, paths: readonly string[], name: string): unknown {
  return paths.includes(name) ? value : projected(value, innerPaths(paths, name))
}

function innerPaths(paths: readonly string[], name: string): string[] {
  return paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
}

/** The field that a path begins with. */
export function rootOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}
