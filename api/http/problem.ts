import { type Problem, type ProblemKind, problems, RETRY_AFTER_SECONDS } from '../../schemas/problem.ts'
import type { ApiError } from '../core/errors.ts'
import type { Exchange } from './exchange.ts'

const REALM = 'Bearer realm="tenant-data-api"'

/** The RFC 9457 body of a failed request. */
export function problemOf(error: ApiError, exchange: Exchange, docsUrl: string): Problem {
  const { status, title, retryable, recovery, agentRecovery }: ProblemKind = problems[error.code]
  return {
    type: `${docsUrl}/problems/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId: exchange.requestId,
    correlationId: exchange.correlationId,
    retryable,
    recovery: exchange.interface === 'mcp' ? (agentRecovery ?? recovery) : recovery,
    ...(error.errors ? { errors: error.errors } : {}),
  }
}

/** The headers that the problem code requires. Headers of the error itself override them. */
export function problemHeaders(error: ApiError, resetSeconds: number): Record<string, string> {
  return {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...demandedBy(error.code, resetSeconds),
    ...error.headers,
  }
}

function demandedBy(code: ApiError['code'], resetSeconds: number): Record<string, string> {
  const { status } = problems[code]
  if (status === 429) return { 'Retry-After': String(resetSeconds) }
  if (status === 503) return { 'Retry-After': String(RETRY_AFTER_SECONDS) }
  if (code === 'invalid_token') return { 'WWW-Authenticate': REALM }
  return {}
}

/** The challenge of a 401 response. According to RFC 6750, it names an error only if a token was sent. */
export const refusedToken = { 'WWW-Authenticate': `${REALM}, error="invalid_token"` }
