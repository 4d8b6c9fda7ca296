import type { FaultyInput } from '../schemas/problem.ts'
import { ApiError } from './errors.ts'

const MAX_DETAIL = 1000

/** Refuses inputs. The detail says all that is wrong in whole sentences, as far as it has room; `errors` say each alone. */
export function invalidRequest(errors: readonly FaultyInput[]): ApiError {
  const sentences = [...new Set(errors.map(sentenceOf))]
  const fitting = sentences.filter((_, index) => sentences.slice(0, index + 1).join(' ').length <= MAX_DETAIL)
  const others = sentences.length - fitting.length
  const detail = others === 0 ? fitting : [...fitting, `${others} more: see errors.`]
  return new ApiError('invalid_request', { detail: detail.join(' '), errors: [...errors] })
}

/** What stands where the name would be, of a fault that no name has. */
const locations: Record<FaultyInput['in'], string> = {
  query: 'The query',
  path: 'The path',
  header: 'A header',
  body: 'The body',
  argument: 'The value of arguments',
}
const MAX_NAME = 100

function sentenceOf({ in: location, name, detail }: FaultyInput): string {
  return `${name === '' ? locations[location] : name.slice(0, MAX_NAME)} ${detail}.`
}
