import type { Handler } from '../exchange.ts'
import { rateLimitHeaders } from '../headers.ts'
import type { Services } from '../services.ts'

/**
 * Responses to requests without a credential have the rate limit of the address. After authentication, the quota of the
 * credential replaces it.
 */
export function addressLimit({ throttle }: Services): Handler {
  return (_req, res, next) => {
    const headers = rateLimitHeaders([throttle.quota(res.locals.exchange.address)])
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    next()
  }
}
