import type { FaultyInput } from '../../schemas/problem.ts'
import { ApiError } from '../core/errors.ts'
import type { Handler } from './exchange.ts'

/**
 * Refuses callers who do not take what an operation answers with. Negotiation is left to those who ask for something
 * special.
 * @throws ApiError not_acceptable
 */
export function requireAccepted(req: Parameters<Handler>[0], mediaType: string): void {
  const { accept } = req.headers
  if (accept === undefined || accept === '*/*' || accept === mediaType) return
  if (req.accepts([mediaType, `${mediaType}; charset=utf-8`]) !== false) return
  const errors: FaultyInput[] = [{ in: 'header', name: 'Accept', detail: `must allow ${mediaType}` }]
  throw new ApiError('not_acceptable', { errors })
}
