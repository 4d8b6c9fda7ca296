import type { Handler } from '../exchange.ts'
import { rateLimitHeaders } from '../headers.ts'
import type { Services } from '../services.ts'

/** What is open to everyone carries the rate limit of its address; a later step replaces it by the credential's. */
export function addressLimit({ throttle }: Services): Handler {
  return (_req, res, next) => {
    const headers = rateLimitHeaders(throttle.quota(res.locals.exchange.address))
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    next()
  }
}
