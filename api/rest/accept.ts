import type { FaultyInput } from '../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import type { Handler } from '../exchange.ts'

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8']

/**
 * Refuses callers who do not take JSON. Negotiation is left to those who ask for something special.
 * @throws ApiError not_acceptable
 */
export function requireJsonAccepted(req: Parameters<Handler>[0]): void {
  const { accept } = req.headers
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return
  if (req.accepts(JSON_TYPES) !== false) return
  const errors: FaultyInput[] = [{ in: 'header', name: 'Accept', detail: 'must allow application/json' }]
  throw new ApiError('not_acceptable', { errors })
}
