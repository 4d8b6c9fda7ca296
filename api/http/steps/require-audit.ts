import { ApiError } from '../../core/errors.ts'
import type { Handler } from '../exchange.ts'
import type { Services } from '../services.ts'

/** Rejects requests while the audit trail is full, before they read any data. */
export function requireAudit({ trail }: Services): Handler {
  return (_req, _res, next) => {
    if (trail.isFull())
      throw new ApiError('dependency_unavailable', { detail: 'The audit trail cannot record the request.' })
    next()
  }
}
