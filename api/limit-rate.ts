import { ApiError } from './errors.ts'
import type { Handler } from './exchange.ts'
import type { Services } from './services.ts'

/** Counts the request against its credential's quota, whatever becomes of it. */
export function limitRate({ rateLimit }: Services): Handler {
  return async (_req, res, next) => {
    const { exchange } = res.locals
    if (!exchange.caller) throw new Error('The rate limit needs a verified caller before it')
    const allowance = await rateLimit(exchange.caller.credential)
    exchange.allowance = allowance
    if (allowance.exceeded) throw new ApiError('rate_limited', { detail: quotaText(allowance.limit) })
    next()
  }
}

/** Refuses what could not be audited, before any data is read. */
export function requireAudit({ trail }: Services): Handler {
  return (_req, _res, next) => {
    if (trail.isFull())
      throw new ApiError('dependency_unavailable', { detail: 'The audit trail takes no records now.' })
    next()
  }
}

function quotaText(limit: number): string {
  return `The credential's quota of ${limit} requests a minute is spent.`
}
