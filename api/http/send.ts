import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditTrail } from '../../audit/audit-trail.ts'
import type { Problem } from '../../schemas/problem.ts'
import type { AuthenticationThrottle } from '../auth/authentication-throttle.ts'
import { operatorOf } from '../auth/credentials.ts'
import type { Config } from '../config/config.ts'
import type { ApiError } from '../core/errors.ts'
import { boundBy, type Quotas } from '../limits/quota.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Exchange, Reply } from './exchange.ts'
import { identityHeaders, rateLimitHeaders } from './headers.ts'
import { problemHeaders, problemOf } from './problem.ts'

export interface SentResponse {
  status: number
  headers: Record<string, string>
  /**
   * Null for a response without a body, such as a 304. The headers of a stream contain its length, if that is known.
   */
  body: Buffer | Readable | null
  /** Problem code; null for a success. */
  code: string | null
  /** Number of rows in the response; null if it has no rows. */
  rows: number | null
}

/** Sends every response. It adds the common headers and writes the audit record of every protected request. */
export interface Send {
  respond(res: Reply, response: SentResponse): void
  problem(res: Reply, error: ApiError): void
  /**
   * Records a request whose verified caller disconnected before the response. A response that comes later is not
   * recorded.
   */
  hungUp(res: Reply): void
}

/** The status and code in logs and audit records for a caller that disconnected. No response has this status. */
const clientClosed = { status: 499, code: 'client_closed' } as const

interface Settings {
  config: Pick<Config, 'region' | 'docsUrl'>
  throttle: Pick<AuthenticationThrottle, 'fail' | 'quota'>
  trail: Pick<AuditTrail, 'record' | 'recordFailedAuthentication'>
  metrics: Pick<Metrics, 'organizationRequests'>
  now: () => number
  /** True while the process shuts down. Then each response closes its connection. */
  isDraining: () => boolean
}

/**
 * Creates the sender of responses. Only the first response to a request is sent: if it was a timeout, later ones are
 * dropped.
 */
export function createSend(settings: Settings): Send {
  const { config, throttle, isDraining } = settings
  const quotasOf = ({ quotas, address }: Exchange): Quotas => quotas ?? [throttle.quota(address)]

  function respond(res: Reply, { status, headers, body, code, rows }: SentResponse): void {
    const { exchange } = res.locals
    if (res.closed) hungUp(res)
    if (exchange.code !== undefined || res.headersSent) {
      if (body instanceof Readable) body.destroy()
      return
    }
    exchange.code = code
    if (exchange.isProtected) audit(settings, exchange, status, rows)
    if (isDraining()) res.shouldKeepAlive = false
    res.statusCode = status
    setHeaders(res, identityHeaders(exchange, config.region))
    const limits = rateLimitHeaders(quotasOf(exchange))
    if (status !== 401) setHeaders(res, limits)
    else for (const name in limits) res.removeHeader(name)
    setHeaders(res, headers)
    if (body instanceof Readable) {
      // An error while streaming destroys the connection, so that the caller does not take a partial body for the whole
      // one.
      pipeline(body, res).catch(() => res.destroy())
      return
    }
    if (body) res.setHeader('Content-Length', body.length)
    res.end(body)
  }

  function hungUp(res: Reply): void {
    const { exchange } = res.locals
    // Requests without a verified caller are not recorded here. Failed authentications are counted when their response
    // is sent.
    if (exchange.code !== undefined || !exchange.caller) return
    exchange.code = clientClosed.code
    res.statusCode = clientClosed.status
    audit(settings, exchange, clientClosed.status, null)
  }

  return {
    respond,
    hungUp,
    problem(res, error) {
      const { exchange } = res.locals
      const { resetSeconds } = boundBy(quotasOf(exchange))
      const problem = withSeconds(problemOf(error, exchange, config.docsUrl), resetSeconds)
      const { status } = problem
      const headers = problemHeaders(error, resetSeconds)
      if (!exchange.problemForm) {
        respond(res, { status, headers, body: bytesOf(problem), code: error.code, rows: null })
        return
      }
      const { body, reason } = exchange.problemForm(problem)
      if (!res.headersSent) res.statusMessage = reason
      const typed = { ...headers, 'Content-Type': 'application/json' }
      respond(res, { status, headers: typed, body: bytesOf(body), code: error.code, rows: null })
    },
  }
}

const bytesOf = (value: object) => Buffer.from(JSON.stringify(value))

/** Adds the wait to the text, because agents do not see the Retry-After header. */
function withSeconds(problem: Problem, seconds: number): Problem {
  if (problem.status !== 429) return problem
  return { ...problem, detail: `${problem.detail} Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.` }
}

/** Counts failed authentications, and writes an audit record for every other request. */
function audit(
  { config, throttle, trail, metrics, now }: Settings,
  exchange: Exchange,
  status: number,
  rows: number | null,
) {
  const { requestId, correlationId, address, caller, operationId, parameters, mcp, code, startedAt } = exchange
  if (status === 401) {
    throttle.fail(address)
    trail.recordFailedAuthentication(address, exchange.interface)
    return
  }
  if (caller && operatorOf(caller) === null)
    metrics.organizationRequests?.inc({ organization: caller.credential.organization })
  trail.record({
    id: randomUUID(),
    time: new Date(now()).toISOString(),
    requestId,
    correlationId,
    organization: caller?.credential.organization ?? null,
    credentialId: caller?.credential.id ?? null,
    operator: caller ? operatorOf(caller) : null,
    address: caller ? null : address,
    region: config.region,
    interface: exchange.interface,
    operation: operationId,
    parameters: { ...parameters },
    status,
    code: code ?? null,
    rows,
    durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    count: 1,
    ...(mcp ? { mcp } : {}),
  })
}

function setHeaders(res: ServerResponse, headers: Record<string, string>): void {
  for (const name in headers) res.setHeader(name, headers[name] ?? '')
}
