import { z } from 'zod'
import { withoutMeanings } from '../../../schemas/enum-of.ts'

export type Schema = Readonly<Record<string, unknown>>

/**
 * The keywords that the schema of an argument shows. Others, such as patterns, formats, and lengths, are checked but
 * not shown, because the converters of some clients fail on them or drop them silently. The error of a wrong value
 * describes what is expected.
 */
const shownKeywords = ['type', 'enum', 'minimum', 'maximum', 'minItems', 'maxItems', 'required']

/** The largest 32-bit integer. */
const LARGEST = 2 ** 31 - 1

/** Fields nested deeper than this have no descriptions, to save tokens. */
const DESCRIBED_LEVELS = 2

/**
 * The JSON Schema of an operation's input, for tools. It uses only what the converters for OpenAI, Anthropic, Gemini,
 * and pydantic convert without loss. Some converters make every argument required. So an optional argument without a
 * default is nullable, or, if it is a string, may be empty.
 */
export function inputSchemaOf(input: z.ZodObject): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return shownOf(schema, { definitions: $defs as Record<string, Schema>, level: 0 })
}

interface Place {
  definitions: Readonly<Record<string, Schema>>
  /** How many objects contain the value. */
  level: number
}

function shownOf(given: Schema, place: Place): Schema {
  const schema = resolved(given, place)
  const shown = Object.fromEntries(
    shownKeywords.flatMap((name) => (isTold(name, schema[name]) ? [[name, schema[name]]] : [])),
  )
  const union = unionOf(schema, place)
  return {
    ...shown,
    ...(isObject(schema.items) ? { items: withoutDescription(shownOf(schema.items, place)) } : {}),
    ...(isObject(schema.properties) ? { properties: propertiesOf(schema, place) } : {}),
    ...(union.length > 1 ? { anyOf: union } : union[0]),
    ...descriptionOf(schema, place),
  }
}

function resolved({ $ref, ...own }: Schema, { definitions }: Place): Schema {
  return typeof $ref === 'string' ? { ...definitions[$ref.replace('#/$defs/', '')], ...own } : own
}

/**
 * Whether a keyword is worth showing. The bounds of integer types are not, and `minItems: 1` adds nothing.
 */
function isTold(name: string, value: unknown): boolean {
  if (value === undefined || Math.abs(Number(value)) >= LARGEST) return false
  return name !== 'minItems' || Number(value) > 1
}

/**
 * The members of a union that differ in what is shown. A member with a field of arbitrary names is left out, because
 * another member expresses the same.
 */
function unionOf(schema: Schema, place: Place): Schema[] {
  const members = [schema.anyOf ?? schema.oneOf ?? []].flat() as Schema[]
  const shown = members
    .filter((member) => !hasMap(resolved(member, place)))
    .map((member) => withoutDescription(shownOf(member, place)))
  return [...new Map(shown.map((member) => [JSON.stringify(member), member])).values()]
}

/** Whether an object has a field with arbitrary names. Converters would make it an object without fields. */
function hasMap({ properties = {} }: Schema): boolean {
  return Object.values(properties as Record<string, Schema>).some(({ additionalProperties }) =>
    isObject(additionalProperties),
  )
}

function propertiesOf(schema: Schema, { definitions, level }: Place): Record<string, Schema> {
  const required = new Set([schema.required ?? []].flat())
  const place = { definitions, level: level + 1 }
  const properties = Object.entries(schema.properties as Record<string, Schema>)
  return Object.fromEntries(
    properties.map(([name, property]) => {
      const { default: value } = resolved(property, place)
      const shown = shownOf(property, place)
      return [name, required.has(name) || value !== undefined ? shown : nullable(shown)]
    }),
  )
}

/**
 * Makes a schema nullable. The description is repeated outside of the union: Gemini's converter drops that of a member,
 * and user interfaces show only the outer one.
 */
function nullable(schema: Schema): Schema {
  if (schema.type === 'string' && !('enum' in schema)) return schema
  const { description } = schema
  return { anyOf: [schema, { type: 'null' }], ...(description === undefined ? {} : { description }) }
}

/**
 * Matches sentences that a model must read before it calls a tool. The description of the tool and errors cover the
 * rest.
 */
const needed = /^(?:Requires|Cannot|Each word|Above 1|Takes)\b/

/** Shortens a description to its first sentence, the sentences that `needed` matches, and the default. */
function descriptionOf({ description = '', default: value }: Schema, { level }: Place): Schema {
  if (level > DESCRIBED_LEVELS || typeof description !== 'string') return {}
  const [first = '', ...others] = withoutMeanings(description).split(/(?<=\.) (?=[A-Z`])/)
  const fallback = value === undefined ? [] : [`Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`]
  const sentences = [first, ...others.filter((sentence) => needed.test(sentence)), ...fallback].join(' ')
  const shown = sentences.replace(/^Return only/, 'Only')
  return shown === '' ? {} : { description: shown }
}

function withoutDescription({ description: _description, ...schema }: Schema): Schema {
  return schema
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
