import { z } from 'zod'
import { bare } from './expectation.ts'

/** The path of a field within a value, with `[]` for the items of a list: `lines[].yields[].sku`. */
export interface FieldVisitor {
  /** A field that no form of the schema has, with the names of those that it has. */
  onUnknown(path: string, name: string, names: readonly string[]): void
  /** A text, with its schemas, and the name of the field that contains it. */
  onText(path: string, text: string, schemas: readonly z.core.$ZodType[], name: string): void
}

/**
 * Visits the unknown fields and the texts of a value that a schema accepts or rejects. Where the schema has several
 * forms, a field is known if one of those with the constants of the value has it. What a schema leaves open, such as
 * the original record of a source, is not visited.
 */
export function walkFields(schema: z.core.$ZodType, value: unknown, visitor: FieldVisitor): void {
  walk(formsOf(schema, value), value, '', '', visitor)
}

function walk(
  forms: readonly z.core.$ZodType[],
  value: unknown,
  path: string,
  name: string,
  visitor: FieldVisitor,
): void {
  if (typeof value === 'string') visitor.onText(path, value, forms, name)
  else if (Array.isArray(value)) {
    const elements = forms.filter((form) => form instanceof z.ZodArray).map(({ element }) => element)
    if (elements.length === 0) return
    for (const item of value) walk(formsOfAll(elements, item), item, `${path}[]`, name, visitor)
  } else if (typeof value === 'object' && value !== null) {
    const objects = forms.filter((form) => form instanceof z.ZodObject)
    if (objects.length > 0) walkObject(objects, value, path, visitor)
  }
}

function walkObject(objects: readonly z.ZodObject[], value: object, path: string, visitor: FieldVisitor): void {
  for (const [name, field] of Object.entries(value)) {
    const schemas = objects.flatMap(({ shape }) => (Object.hasOwn(shape, name) ? (shape[name] ?? []) : []))
    const at = path === '' ? name : `${path}.${name}`
    if (schemas.length > 0) walk(formsOfAll(schemas, field), field, at, name, visitor)
    else visitor.onUnknown(at, name, [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))])
  }
}

function formsOfAll(schemas: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType[] {
  return schemas.flatMap((schema) => formsOf(schema, value))
}

/** The schemas that a value may have, without unions, intersections, and wrappers. */
function formsOf(given: z.core.$ZodType, value: unknown): z.core.$ZodType[] {
  const schema = bare(given)
  if (schema instanceof z.ZodNullable) return formsOf(schema.unwrap(), value)
  if (schema instanceof z.ZodIntersection) return formsOfAll([schema.def.left, schema.def.right], value)
  if (!(schema instanceof z.ZodUnion)) return [schema]
  const forms = formsOfAll(schema.options, value)
  const own = forms.filter((form) => hasConstants(form, value))
  return own.length > 0 ? own : forms
}

/** Whether a value has the constant fields of a form. */
function hasConstants(form: z.core.$ZodType, value: unknown): boolean {
  if (!(form instanceof z.ZodObject) || typeof value !== 'object' || value === null) return true
  const fields: Record<string, unknown> = { ...value }
  return Object.entries(form.shape).every(
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.values.has(fields[name] as never),
  )
}
