import { ApiError } from '../../core/errors.ts'
import { boundBy } from '../../limits/quota.ts'
import type { Handler } from '../exchange.ts'
import type { Services } from '../services.ts'

/** Counts the request against the quotas of its credential and organization, even if the request fails later. */
export function limitRate({ rateLimit }: Services): Handler {
  return async (_req, res, next) => {
    const { exchange } = res.locals
    if (!exchange.caller) throw new Error('The rate limit needs a verified caller before it')
    exchange.quotas = await rateLimit(exchange.caller)
    const { policy, limit, exceeded } = boundBy(exchange.quotas)
    if (!exceeded) return next()
    const whose = policy === 'organization' ? "organization's" : "credential's"
    const detail = `The ${whose} quota of ${limit} requests per minute is used up.`
    throw new ApiError('rate_limited', { detail })
  }
}
