import { type Fault, MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import type { Operation } from '../operation.ts'

const MAX_DETAIL = 1000

/** Names are as long as callers want; what matters of them is at the beginning. */
const MAX_NAME = 200

/**
 * Rejects inputs. `errors` list each alone, the first MAX_FAULTS; the detail lists them in whole sentences, as far as it has
 * room.
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

/** What takes the place of the name, of a fault without a name. */
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
 * Every fault of an input once, named as the caller named it. A REST input stands in the path, the query (GET) or the body
 * (POST); `place` names another place for all of them.
 */
export function faultsOf(
  operation: Pick<Operation, 'method' | 'path'>,
  faults: readonly Fault[],
  location?: FaultyInput['in'],
): FaultyInput[] {
  const found = faults.map(({ path, detail }): FaultyInput => {
    const first = String(path[0] ?? '')
    const where = location ?? locationInRequest(operation, first)
    // A repeated query parameter is one name, whichever of its values is wrong.
    const name = where === 'query' || where === 'path' ? first : path.map(String).join('.')
    return { in: where, name, detail }
  })
  return [...new Map(found.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function locationInRequest({ method, path }: Pick<Operation, 'method' | 'path'>, name: string): FaultyInput['in'] {
  if (path.includes(`{${name}}`)) return 'path'
  return method === 'GET' ? 'query' : 'body'
}
