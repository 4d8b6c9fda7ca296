import { z } from 'zod'
import { bare } from './expectation.ts'

/** `path` returns the path of the field within the value, with `[]` for the items of a list: `lines[].yields[].sku`. */
export interface FieldVisitor {
  /** A field that no form of the schema has, with the names of those that it has. */
  onUnknown(name: string, names: readonly string[], path: () => string): void
  /** A text, with the name of the field that contains it, and its schemas. */
  onText(text: string, name: string, schemas: readonly z.core.$ZodType[], path: () => string): void
}

/**
 * Visits the unknown fields and the texts of a value, whether a schema accepts it or not. Where the schema has several
 * forms, a field is known if one of those with the constants of the value has it. What a schema leaves open, such as
 * the original record of a source, is not visited.
 */
export function walkFields(schema: z.core.$ZodType, value: unknown, visitor: FieldVisitor): void {
  walk(schemasAt([schema]), value, [], visitor)
}

/** What can be at one place of a value: its schemas without unions, intersections, and wrappers. */
interface FieldSchemas {
  schemas: readonly z.core.$ZodType[]
  objects: readonly z.ZodObject[]
  names: readonly string[]
  /** Those of each known field, filled while values are visited. */
  fields: Map<string, FieldSchemas>
  /** Those of the items of a list. */
  element: FieldSchemas | null
  /** Whether its objects differ in constants. */
  hasConstants: boolean
}

function walk(place: FieldSchemas, value: unknown, path: string[], visitor: FieldVisitor): void {
  if (typeof value === 'string') visitor.onText(value, path.at(-1) ?? '', place.schemas, () => pathText(path))
  else if (Array.isArray(value)) {
    if (place.element === null) return
    path.push('[]')
    for (const item of value) walk(place.element, item, path, visitor)
    path.pop()
  } else if (typeof value === 'object' && value !== null && place.objects.length > 0) {
    walkObject(place.hasConstants ? ownSchemas(place, value) : place, value, path, visitor)
  }
}

function walkObject(place: FieldSchemas, value: object, path: string[], visitor: FieldVisitor): void {
  for (const [name, field] of Object.entries(value)) {
    const at = fieldOf(place, name)
    path.push(name)
    if (at === null) visitor.onUnknown(name, place.names, () => pathText(path))
    else walk(at, field, path, visitor)
    path.pop()
  }
}

function pathText(path: readonly string[]): string {
  return path.reduce((text, name) => (name === '[]' || text === '' ? text + name : `${text}.${name}`), '')
}

function fieldOf({ objects, fields }: FieldSchemas, name: string): FieldSchemas | null {
  const known = fields.get(name)
  if (known !== undefined) return known
  const schemas = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? (shape[name] ?? []) : []))
  const place = schemas.length > 0 ? schemasAt(schemas) : null
  if (place) fields.set(name, place)
  return place
}

/** A list of schemas is compiled once, because values of one type have many fields. */
const places = new WeakMap<z.core.$ZodType, FieldSchemas>()

function schemasAt(given: readonly z.core.$ZodType[]): FieldSchemas {
  const [only, ...others] = given
  const known = only && others.length === 0 ? places.get(only) : undefined
  if (known) return known
  const schemas = given.flatMap(formsOf)
  const objects = schemas.filter((schema) => schema instanceof z.ZodObject)
  const elements = schemas.filter((schema) => schema instanceof z.ZodArray).map(({ element }) => element)
  const place = {
    schemas,
    objects,
    names: [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))],
    fields: new Map(),
    element: elements.length > 0 ? schemasAt(elements) : null,
    hasConstants: objects.length > 1 && objects.some((form) => constantsOf(form).length > 0),
  }
  if (only && others.length === 0) places.set(only, place)
  return place
}

/** Those with only the objects that have the constants of a value, or the same if none has. */
function ownSchemas(place: FieldSchemas, value: object): FieldSchemas {
  const fields: Record<string, unknown> = { ...value }
  const own = place.objects.filter((form) => constantsOf(form).every(([name, values]) => values.has(fields[name])))
  return own.length === 0 || own.length === place.objects.length ? place : schemasAt(own)
}

function constantsOf({ shape }: z.ZodObject): [string, ReadonlySet<unknown>][] {
  return Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [[name, field.values] as [string, ReadonlySet<unknown>]] : [],
  )
}

function formsOf(given: z.core.$ZodType): z.core.$ZodType[] {
  const schema = bare(given)
  if (schema instanceof z.ZodNullable) return formsOf(schema.unwrap())
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(formsOf)
  return schema instanceof z.ZodUnion ? schema.options.flatMap(formsOf) : [schema]
}
