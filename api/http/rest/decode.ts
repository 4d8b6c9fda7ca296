import { z } from 'zod'
import { decodeValues, isRecord, UNDECODABLE } from '../../core/input/decode-values.ts'
import { TextFaults } from '../../core/input/text-faults.ts'
import type { Operation } from '../../core/operation.ts'

/** The parts of a request that contain an operation's input, before decoding. */
export interface RawRequest {
  /** Path parameters, percent-decoded. */
  params: Record<string, string | string[]>
  /** The query string without its question mark. */
  query: string
  /** The parsed body of a POST, undefined for a GET. */
  body?: unknown
}

export interface Decoded {
  /**
   * The input as JSON values, including unknown names. A value that cannot be decoded becomes UNDECODABLE instead of an
   * error, because scopes are checked before inputs, and all inputs are checked together.
   */
  input: Record<string, unknown> | null
  /** Faults of the undecoded text, by the name of the input in `input`. */
  faults: TextFaults
}

type Kind = 'integer' | 'boolean' | 'string'
interface Parameter {
  kind: Kind
  isRepeatable: boolean
}

const INTEGER = /^(0|-?[1-9]\d*)$/

/** Makes the function that decodes requests into an operation's input. */
export function createDecoder({ method, path, input }: Operation): (request: RawRequest) => Decoded {
  const pathNames = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const isQuery = (name: string) => method === 'GET' && !pathNames.has(name)
  const parameters = new Map(
    Object.entries(input.shape)
      .filter(([name]) => isQuery(name))
      .map(([name, schema]) => [name, parameterOf(schema)]),
  )
  return ({ params, query, body }) => {
    const faults = new TextFaults()
    if (body !== undefined && !isRecord(body)) {
      faults.set('', { in: 'body', name: '', detail: 'must be a JSON object' })
      return { input: null, faults }
    }
    const decoded = decodeValues(body ?? {}, faults, 'body')
    for (const [name, values] of splitQuery(query, faults)) {
      if (method === 'GET' && !pathNames.has(name))
        decoded[name] = decodeText(name, values, parameters.get(name), faults)
      else refuse(decoded, faults, name)
    }
    for (const name of Object.keys(body ?? {})) if (pathNames.has(name)) refuse(decoded, faults, name, 'body')
    for (const [name, value] of Object.entries(params)) decoded[name] = String(value)
    return { input: decoded, faults }
  }
}

/**
 * Reports a name that belongs in another part of the request. It is stored under a key that no input has, so it does
 * not overwrite the input of that name.
 */
function refuse(
  decoded: Record<string, unknown>,
  faults: TextFaults,
  name: string,
  location: 'query' | 'body' = 'query',
): void {
  const key = `${location} ${name}`
  decoded[key] = UNDECODABLE
  faults.set(key, { in: location, name, detail: `is not a parameter of the ${location}` })
}

function parameterOf(schema: z.core.$ZodType): Parameter {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return parameterOf(schema.unwrap())
  }
  if (schema instanceof z.ZodArray) return { ...parameterOf(schema.element), isRepeatable: true }
  if (schema instanceof z.ZodNumber) return { kind: 'integer', isRepeatable: false }
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', isRepeatable: false }
  return { kind: 'string', isRepeatable: false }
}

/**
 * The values of each name in their order, with null for a value that cannot be decoded. `+` is a space, as in HTML
 * forms. Reading stops when `faults` is full.
 */
function splitQuery(query: string, faults: TextFaults): Map<string, (string | null)[]> {
  const found = new Map<string, (string | null)[]>()
  for (const pair of query.split('&')) {
    if (faults.isFull) break
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const rawName = equals < 0 ? pair : pair.slice(0, equals)
    const name = unescaped(rawName)
    if (name === null) faults.set(rawName, { in: 'query', name: rawName, detail: NOT_UTF8 })
    if (name === '') faults.set('', { in: 'query', name: '', detail: 'has a value without a name' })
    const key = name ?? rawName
    const values = found.get(key) ?? []
    found.set(key, values)
    if (values.at(-1) === null) continue
    const value = equals < 0 ? '' : unescaped(pair.slice(equals + 1))
    values.push(value)
    if (value === null && !faults.has(key)) faults.set(key, { in: 'query', name: key, detail: NOT_UTF8 })
  }
  return found
}

const NOT_UTF8 = 'is not percent-encoded UTF-8'

function unescaped(text: string): string | null {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

function decodeText(
  name: string,
  texts: (string | null)[],
  parameter: Parameter | undefined,
  faults: TextFaults,
): unknown {
  const fault = (detail: string) => {
    if (!faults.has(name)) faults.set(name, { in: 'query', name, detail })
    return UNDECODABLE
  }
  if (texts.includes(null)) return fault(NOT_UTF8)
  if (!parameter) return texts.length === 1 ? texts[0] : texts
  if (texts.length > 1 && !parameter.isRepeatable) return fault('must not be repeated')
  const values = texts.map((text) => decodeScalar(text ?? '', parameter.kind))
  return parameter.isRepeatable ? values : values[0]
}

/**
 * Decodes the canonical text of a value. Any other text becomes UNDECODABLE: `1e2`, ` 5`, `0x10`, `+5`, and `05` are
 * not accepted as integers.
 */
function decodeScalar(text: string, kind: Kind): string | number | boolean | typeof UNDECODABLE {
  if (kind === 'string') return text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : UNDECODABLE
  return INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : UNDECODABLE
}
