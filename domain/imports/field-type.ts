import { z } from 'zod'
import type { ValueType } from '../../schemas/imports/field-value.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** What a field of an event accepts: forms of one JSON Schema, without references. */
export interface FieldType {
  /** The type that a text of a table is converted to. */
  value: ValueType
  isList: boolean
  /** Whether the field also accepts one value in place of a list. */
  isListOrValue: boolean
  /** The fields of an object. Empty if the field accepts no object, or any. */
  fields: ReadonlyMap<string, FieldType>
  item: FieldType
  /** Whether the field accepts anything, such as `raw`. */
  isAny: boolean
}

/** Returns the type of a value that a schema accepts. */
export function fieldTypeOf(schema: z.ZodType): FieldType {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return typeOf([json], json.$defs ?? {})
}

function typeOf(schemas: readonly JsonSchema[], definitions: Record<string, JsonSchema>): FieldType {
  const forms = schemas.flatMap((schema) => formsOf(schema, definitions))
  const properties = Map.groupBy(
    forms.flatMap((form) => Object.entries(form.properties ?? {})),
    ([name]) => name,
  )
  const isList = forms.some(({ type }) => type === 'array')
  const inside = (found: readonly unknown[]) => typeOf(found as JsonSchema[], definitions)
  return {
    value: valueTypeOf(forms),
    isList,
    isListOrValue: isList && forms.some(({ type }) => type !== 'array'),
    isAny: forms.every((form) => form.type === undefined && form.enum === undefined && form.const === undefined),
    get fields() {
      return new Map([...properties].map(([name, found]) => [name, inside(found.map(([, schema]) => schema))]))
    },
    get item() {
      return inside(forms.flatMap(({ items }) => (typeof items === 'object' ? [items] : [])))
    },
  }
}

/** The forms of a schema, without references, alternatives, and null. */
function formsOf(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema[] {
  const { $ref, anyOf, oneOf, allOf, ...own } = schema
  const referred = $ref === undefined ? undefined : definitions[$ref.replace('#/$defs/', '')]
  const parts = [...(referred ? [referred] : []), ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])] as JsonSchema[]
  if (parts.length > 0) return parts.flatMap((part) => formsOf(part, definitions))
  const types: readonly unknown[] = Array.isArray(own.type) ? own.type : [own.type]
  return types.flatMap((type) => (type === 'null' ? [] : [{ ...own, type } as JsonSchema]))
}

function valueTypeOf(forms: readonly JsonSchema[]): ValueType {
  const [only] = forms
  if (!only || forms.some(({ type }) => type === 'string' && !isTyped(only))) return 'text'
  if (forms.some(isNumber)) return 'integer'
  if (forms.every(({ type }) => type === 'boolean')) return 'boolean'
  if (only.format === 'date-time') return 'time'
  if (only.format === 'date') return 'date'
  return isDecimal(only) ? 'decimal' : 'text'
}

const isTyped = (form: JsonSchema) => form.format === 'date-time' || form.format === 'date' || isDecimal(form)
const isNumber = ({ type, const: only }: JsonSchema) =>
  type === 'integer' || type === 'number' || typeof only === 'number'

/** Whether a pattern is that of a decimal, with a limited number of decimals. */
function isDecimal({ pattern }: JsonSchema): boolean {
  return pattern?.includes(String.raw`(\.\d{1,`) ?? false
}
