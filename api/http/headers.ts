import { boundBy, type Quotas } from '../limits/quota.ts'
import type { Exchange } from './exchange.ts'

/** Headers of every response. */
export function identityHeaders({ requestId, correlationId }: Exchange, region: string): Record<string, string> {
  return { 'X-Request-ID': requestId, 'X-Correlation-ID': correlationId, 'X-Service-Data-Region': region }
}

/**
 * The rate limit as headers, both in the form of draft-ietf-httpapi-ratelimit-headers and as the three headers of
 * version 1. The first form lists all quotas, and the other one has the quota that binds.
 */
export function rateLimitHeaders(quotas: Quotas): Record<string, string> {
  const { limit, remaining, resetSeconds } = boundBy(quotas)
  return {
    'RateLimit-Policy': quotas.map((quota) => `"${quota.policy}";q=${quota.limit};w=60`).join(', '),
    RateLimit: quotas.map((quota) => `"${quota.policy}";r=${quota.remaining};t=${quota.resetSeconds}`).join(', '),
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
