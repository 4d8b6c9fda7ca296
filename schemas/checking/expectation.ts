import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

const known = new WeakMap<z.core.$ZodType, string>()

/** Describes what a schema accepts, to complete a sentence: "must be an integer from 1 to 1000". */
export function expectationOf(schema: z.core.$ZodType): string {
  const expectation = known.get(schema) ?? `must be ${nounOf(schema)}`
  known.set(schema, expectation)
  return expectation
}

/** The schema of the value itself, without wrappers that make it optional, add a default, or transform it. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return bare(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  return isWrapped ? bare(schema.unwrap()) : schema
}

function nounOf(given: z.core.$ZodType): string {
  const schema = bare(given)
  if (schema instanceof z.ZodNullable) return alternatives([nounOf(schema.unwrap()), 'null'])
  if (schema instanceof z.ZodUnion) return alternatives(schema.options.map(nounOf))
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'an object'
  if (schema instanceof z.ZodArray) return listNoun(schema)
  return ownNoun(schema) ?? nounOfJson(jsonSchemaOf(schema))
}

/** The JSON Schema of a schema. If it has an ID, its definition is included. */
function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { $ref = '', $defs, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { ...$defs?.[$ref.replace('#/$defs/', '')], ...json }
}

/** Joins alternatives: `a`, `a or b`, `a, b or c`. If one of them is itself a list, there is a comma before "or". */
function alternatives(nouns: readonly string[]): string {
  const different = [...new Set(nouns)]
  const last = different.pop() ?? ''
  if (different.length === 0) return last
  const isList = different.some((noun) => noun.startsWith('one of '))
  return `${different.join(', ')}${isList ? ', or' : ' or'} ${last}`
}

function listNoun(schema: z.ZodArray): string {
  const { minItems, maxItems } = jsonSchemaOf(schema)
  const count = rangeOf(minItems, maxItems, 'items')
  const element = nounOf(schema.element)
  return `a list${count === '' ? '' : ` of ${count}`}${element.startsWith('one of ') ? `, each ${element}` : ''}`
}

const MUST_BE = 'must be '

/** The description of a pattern in the schema's own error message, if it has one. */
function ownNoun(schema: z.core.$ZodType): string | null {
  const { checks = [], error } = schema._zod.def
  for (const { _zod } of checks) {
    const isFormat = _zod.def.check === 'string_format'
    const message = isFormat && _zod.def.error?.({ code: 'invalid_format', input: '' } as never)
    if (typeof message === 'string' && message.startsWith(MUST_BE)) return message.slice(MUST_BE.length)
  }
  const message = error?.({ code: 'invalid_type', input: undefined } as never)
  return typeof message === 'string' && message.startsWith(MUST_BE) ? message.slice(MUST_BE.length) : null
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-03-14 (YYYY-MM-DD)',
  'date-time': 'a time such as 2026-03-14T02:10:00Z',
  uuid: 'a UUID such as a5a0ab7d-e70a-5115-b601-3582cd489e66',
  uri: 'a URL such as https://example.com/',
}

function nounOfJson(json: JsonSchema): string {
  if (json.const !== undefined) return String(json.const)
  if (json.enum) return json.enum.length === 1 ? String(json.enum[0]) : `one of ${json.enum.join(', ')}`
  if (json.type === 'integer' || json.type === 'number') return numberNoun(json)
  if (json.type === 'string') return textNoun(json)
  if (json.type === 'boolean') return 'true or false'
  return json.type === 'null' ? 'null' : 'another value'
}

function numberNoun({ type, minimum, maximum }: JsonSchema): string {
  const range = rangeOf(bounded(minimum), bounded(maximum))
  const noun = type === 'integer' ? 'an integer' : 'a number'
  if (range === '') return noun
  return `${noun} ${/^(at|exactly)/.test(range) ? `of ${range}` : `from ${range}`}`
}

function textNoun({ format, pattern, minLength, maxLength }: JsonSchema): string {
  const named = formats[format ?? '']
  if (named) return named
  if (pattern) return `text that matches ${pattern}`
  const range = rangeOf(minLength, maxLength, 'characters')
  return range === '' ? 'text' : `text of ${range}`
}

/** Leaves out the bounds of safe integers, which every integer has. */
function bounded(bound: number | undefined): number | undefined {
  return Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : bound
}

function rangeOf(least: number | undefined, most: number | undefined, noun = ''): string {
  const units = noun === '' ? '' : ` ${noun}`
  if (least === undefined && most === undefined) return ''
  if (least === undefined) return `at most ${most}${units}`
  if (most === undefined) return `at least ${least}${units}`
  return least === most ? `exactly ${least}${units}` : `${least} to ${most}${units}`
}
