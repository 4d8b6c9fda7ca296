import { ApiError } from '../../core/errors.ts'
import type { Handler } from '../exchange.ts'
import type { Services } from '../services.ts'

/** Counts the request against the quota of its credential, even if the request fails later. */
export function limitRate({ rateLimit }: Services): Handler {
  return async (_req, res, next) => {
    const { exchange } = res.locals
    if (!exchange.caller) throw new Error('The rate limit needs a verified caller before it')
    const quota = await rateLimit(exchange.caller.credential)
    exchange.quota = quota
    if (!quota.exceeded) return next()
    const detail = `The credential's quota of ${quota.limit} requests per minute is used up.`
    throw new ApiError('rate_limited', { detail })
  }
}
