import { z } from 'zod'
import { withoutMeanings } from '../../../schemas/enum-of.ts'

export type Schema = Readonly<Record<string, unknown>>

/**
 * What is shown of an argument. What else its schema checks (patterns, formats, lengths, unknown names) stays with the check:
 * converters of some clients fail on it or drop it without a word, and the error of a wrong value says what is expected.
 */
const shownKeywords = ['type', 'enum', 'minimum', 'maximum', 'minItems', 'maxItems', 'required']

/** Below a field of an argument, descriptions cost more than they say. */
const DESCRIBED_LEVELS = 2

/**
 * The JSON Schema of the input of an operation, for tools: what the converters for OpenAI, Anthropic, Gemini and pydantic
 * take without loss. An optional argument that is no text and has no default is nullable, because some converters make
 * every argument required; of a text, the empty one counts as absent.
 */
export function inputSchemaOf(input: z.ZodObject): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(input, { io: 'input' })
  return shownOf(schema, { definitions: $defs as Record<string, Schema>, level: 0 })
}

interface Place {
  definitions: Readonly<Record<string, Schema>>
  /** How many objects are around it. */
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

/** Whether a keyword says something: integers have the largest ones as bounds, and every list can have one item. */
function isTold(name: string, value: unknown): boolean {
  if (value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return false
  return name !== 'minItems' || Number(value) > 1
}

/** The members of a union that differ in what is shown of them, without those that have a map: another one says the same. */
function unionOf(schema: Schema, place: Place): Schema[] {
  const members = [schema.anyOf ?? schema.oneOf ?? []].flat() as Schema[]
  const shown = members
    .filter((member) => !hasMap(resolved(member, place)))
    .map((member) => withoutDescription(shownOf(member, place)))
  return [...new Map(shown.map((member) => [JSON.stringify(member), member])).values()]
}

/** Whether a field is an object of any names: converters make an empty object of it. */
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

/** The description stands twice: Gemini's converter drops that of a union with null, and people are shown no other one. */
function nullable(schema: Schema): Schema {
  if (schema.type === 'string' && !('enum' in schema)) return schema
  const { description } = schema
  return { anyOf: [schema, { type: 'null' }], ...(description === undefined ? {} : { description }) }
}

/** What a model has to know before it calls: what else there is to say stands with the tool, and errors explain the rest. */
const needed = /^(?:Requires|Cannot|Each word|Above 1|Takes)\b/

/** A description without the meanings of its values, of its sentences only those that a model needs, and the default. */
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
