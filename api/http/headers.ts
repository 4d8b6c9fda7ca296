import type { Quota } from '../limits/quota.ts'
import type { Exchange } from './exchange.ts'

/** Headers of every response. */
export function identityHeaders({ requestId, correlationId }: Exchange, region: string): Record<string, string> {
  return { 'X-Request-ID': requestId, 'X-Correlation-ID': correlationId, 'X-Service-Data-Region': region }
}

/**
 * The rate limit as headers, both in the form of draft-ietf-httpapi-ratelimit-headers and as the three headers of
 * version 1. All five are computed from the same quota, so they agree.
 */
export function rateLimitHeaders({ policy, limit, remaining, resetSeconds }: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=60`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  }
}

/** The response headers that scripts of another origin may read. */
export const exposedHeaders = [
  'X-Request-ID',
  'X-Correlation-ID',
  'X-Service-Data-Region',
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'ETag',
  'Link',
  'Location',
]
