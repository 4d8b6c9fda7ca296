import { type Fault, MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import type { Operation } from '../operation.ts'

const MAX_DETAIL = 1000

/** Names come from callers and have no maximum length. The beginning is enough to recognize one. */
const MAX_NAME = 200

/**
 * The error for invalid inputs. `errors` lists the first MAX_FAULTS of them. The detail describes them in sentences, as
 * many as fit.
 */
export function invalidRequest(faults: readonly FaultyInput[]): ApiError {
  const errors = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, name: fault.name.slice(0, MAX_NAME) }))
  const sentences = [...new Set(errors.map(sentenceOf))]
  let length = -1
  const beyond = sentences.findIndex((sentence) => {
    length += 1 + sentence.length
    return length > MAX_DETAIL
  })
  const fitting = beyond < 0 ? sentences : sentences.slice(0, beyond)
  const others = sentences.length - fitting.length
  const detail = others === 0 ? fitting : [...fitting, `errors lists ${others} more.`]
  return new ApiError('invalid_request', { detail: detail.join(' '), errors })
}

/** The subject of a sentence about an invalid input that has no name. */
const locations: Record<FaultyInput['in'], string> = {
  query: 'The query',
  path: 'The path',
  header: 'A header',
  body: 'The body',
  argument: 'The value of arguments',
}
const MAX_NAME_IN_SENTENCE = 100

function sentenceOf({ in: location, name, detail }: FaultyInput): string {
  return `${name === '' ? locations[location] : name.slice(0, MAX_NAME_IN_SENTENCE)} ${detail}.`
}

/**
 * Converts the faults of an input into the errors of a response, without duplicates. In REST an input is in the path,
 * in the query (GET), or in the body (POST). `location` is used for all inputs instead, if given.
 */
export function faultsOf(
  operation: Pick<Operation, 'method' | 'path'>,
  faults: readonly Fault[],
  location?: FaultyInput['in'],
): FaultyInput[] {
  const found = faults.map(({ path, detail }): FaultyInput => {
    const first = String(path[0] ?? '')
    const where = location ?? locationInRequest(operation, first)
    // A repeated query parameter is reported by its name, without the index of the invalid value.
    const name = where === 'query' || where === 'path' ? first : path.map(String).join('.')
    return { in: where, name, detail }
  })
  return [...new Map(found.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function locationInRequest({ method, path }: Pick<Operation, 'method' | 'path'>, name: string): FaultyInput['in'] {
  if (path.includes(`{${name}}`)) return 'path'
  return method === 'GET' ? 'query' : 'body'
}
