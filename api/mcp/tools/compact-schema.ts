import { z } from 'zod'
import { MADE_OF } from '../../../schemas/described.ts'
import { withoutMeanings } from '../../../schemas/enum-of.ts'

type Schema = Readonly<Record<string, unknown>>

/** What describes a schema and decides nothing about values. */
const remarks = ['$schema', '$defs', 'description', 'example', MADE_OF]

/** The JSON Schema (2020-12) of an operation's input, for tools: with the beginnings of its descriptions. */
export function inputSchemaOf(input: z.ZodObject): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return expanded(schema, schema.$defs ?? {}, ['$defs', 'example', MADE_OF])
}

/**
 * The JSON Schema of an operation's output, open to further fields, as short as it can be without another meaning: clients
 * load it with every conversation. What all members of a union share is said once, and so is what occurs several times.
 */
export function outputSchemaOf(output: z.ZodType): Schema {
  // A named root would become a reference, which clients refuse; its shape has no name.
  if (!(output instanceof z.ZodObject)) throw new Error('The output of a tool is an object')
  const schema = z.toJSONSchema(z.object(output.shape), { io: 'input' })
  return hoisted(withoutPlainTypes(withoutNotices(expanded(schema, schema.$defs ?? {}, remarks))))
}

/** Notices of a page that are not always there say in a sentence what they mean. */
function withoutNotices(schema: Schema): Schema {
  const { meta, ...properties } = (schema.properties ?? {}) as Record<string, Schema>
  const { notices, ...others } = (meta?.properties ?? {}) as Record<string, Schema>
  if (!notices || (meta?.required as string[] | undefined)?.includes('notices')) return schema
  return { ...schema, properties: { ...properties, meta: { ...meta, properties: others } } }
}

/** The schema with another one in the place of each that it is made of. */
function mapped(schema: Schema, map: (part: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      if (name === 'properties') return [name, mapValues(value as Record<string, Schema>, map)]
      if (name === 'oneOf' || name === 'anyOf') return [name, (value as Schema[]).map(map)]
      return [name, name === 'items' ? map(value as Schema) : value]
    }),
  )
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}

/** Without references and without what is `left` out; a nullable type is a union, which every dialect of clients takes. */
function expanded(schema: Schema, definitions: Readonly<Record<string, Schema>>, left: readonly string[]): Schema {
  const { $ref, ...own } = schema
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : {}
  const merged = Object.entries({ ...target, ...own }).filter(([name, value]) => {
    if (name === 'additionalProperties') return !isEmpty(value)
    // Some clients look for the properties of an input, also where there are none.
    if (name === 'properties' && left === remarks) return !isEmpty(value)
    // The pattern of a UUID says all that its format says.
    if (name === 'format') return value !== 'uuid' || left !== remarks
    if (name === 'pattern') return !isSaidByFormat(own.format ?? target?.format, left)
    return !left.includes(name) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER
  })
  const shown = merged.map(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [name, inShort(value)] : [name, value],
  )
  const whole = mapped(Object.fromEntries(shown), (part) => expanded(part, definitions, left))
  if (whole.description !== undefined && isObject(whole.items)) {
    // What items are is said by the list that they are in.
    const { description: _description, ...items } = whole.items
    return { ...whole, items }
  }
  if (!Array.isArray(whole.type)) return factored(whole)
  const { type, ...rest } = whole
  return { ...rest, anyOf: type.map((one: string) => ({ type: one })) }
}

/**
 * Dates have a pattern of 230 characters that says what their format says. That of times which are taken says which years are
 * taken beside it, in a hundred characters that help no model; the check stays.
 */
function isSaidByFormat(format: unknown, left: readonly string[]): boolean {
  return format === 'date' || (format === 'date-time' && left !== remarks)
}

/** Values that are listed need no type beside them. */
function withoutPlainTypes(schema: Schema): Schema {
  const { type: _type, ...listed } = schema
  return mapped('enum' in schema || 'const' in schema ? listed : schema, withoutPlainTypes)
}

/** What a model has to know before it calls: defaults and combinations stand with the tool, and errors explain the rest. */
const needed = /^(?:Requires|Each word|Above 1|Takes)\b/

/** A description of an argument without the meanings of its values, and of its sentences only those that a model needs. */
function inShort(description: string): string {
  const [first = '', ...others] = withoutMeanings(description).split(/(?<=\.) (?=[A-Z`])/)
  const short = [first, ...others.filter((sentence) => needed.test(sentence))].join(' ')
  return short.replace(/^Return only/, 'Only').replace(' (`YYYY-MM-DD`)', '')
}

interface ObjectSchema extends Schema {
  properties: Record<string, Schema>
  required?: string[]
}

/** A union of objects with what they share in front of it. */
function factored(schema: Schema): Schema {
  const union = 'oneOf' in schema ? 'oneOf' : 'anyOf'
  const members: unknown = schema[union]
  if (!Array.isArray(members) || !members.every(isObjectSchema)) return schema
  const [first] = members
  if (!first) return schema
  const isShared = (name: string) => members.every(({ properties }) => isSame(properties[name], first.properties[name]))
  const shared = Object.keys(first.properties).filter(isShared)
  const needed = first.required?.filter((name) => members.every(({ required }) => required?.includes(name))) ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(shared.map((name) => [name, first.properties[name]])),
    ...(needed.length > 0 ? { required: needed } : {}),
    [union]: members.map(({ properties, required = [] }) => {
      const own = required.filter((name) => !needed.includes(name))
      return {
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !shared.includes(name))),
        ...(own.length > 0 ? { required: own } : {}),
      }
    }),
  }
}

function isObjectSchema(schema: Schema): schema is ObjectSchema {
  return schema.type === 'object' && 'properties' in schema && !('additionalProperties' in schema)
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What a reference takes, and a name in `$defs`, in characters. */
const REFERENCE = 20
const DEFINITION = 6

/** With each schema that occurs several times in `$defs`, under a short name. */
function hoisted(root: Schema): Schema {
  const counts = new Map<string, number>()
  mapped(root, function count(schema): Schema {
    const text = JSON.stringify(schema)
    const times = counts.get(text) ?? 0
    counts.set(text, times + 1)
    // What stands only within a schema that is hoisted is there once.
    return times > 0 ? schema : mapped(schema, count)
  })
  const repeated = [...counts].filter(([text, times]) => times * (text.length - REFERENCE) > text.length + DEFINITION)
  const names = new Map(repeated.map(([text], index) => [text, index.toString(36)]))
  const $defs: Record<string, Schema> = {}
  const shortened = mapped(root, function refer(schema): Schema {
    const name = names.get(JSON.stringify(schema))
    if (name === undefined) return mapped(schema, refer)
    $defs[name] ??= mapped(schema, refer)
    return { $ref: `#/$defs/${name}` }
  })
  return { ...shortened, $defs }
}
