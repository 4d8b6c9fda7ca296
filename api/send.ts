import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { Config } from './config.ts'
import type { ApiError } from './errors.ts'
import type { Exchange, Reply } from './exchange.ts'
import type { Guessing } from './guessing.ts'
import { identityHeaders, rateLimitHeaders } from './rest/headers.ts'
import { problemHeaders, problemOf } from './rest/problem.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  /** Null when the answer has no body, as a 304; of a stream the headers say how long it is, if that is known. */
  body: Buffer | Readable | null
  /** Problem code, null for a success. */
  code: string | null
  /** Rows that the answer returns, null when it returns none by nature. */
  rows: number | null
}

/** The one way out: every answer to a protected request gets its headers and its audit record here. */
export interface Send {
  answer(res: Reply, answer: Answer): void
  problem(res: Reply, error: ApiError): void
}

interface Settings {
  config: Pick<Config, 'region' | 'docsUrl'>
  guessing: Pick<Guessing, 'fail' | 'allowance'>
  trail: Pick<AuditTrail, 'record' | 'recordFailedAuthentication'>
  now: () => number
  /** True while the process shuts down: then connections are not kept. */
  isDraining: () => boolean
}

/** Makes the way out; a request that was answered already, for example because its time was up, stays as it is. */
export function createSend(settings: Settings): Send {
  const { config, guessing, isDraining } = settings

  function answer(res: Reply, { status, headers, body, code, rows }: Answer): void {
    const { exchange } = res.locals
    if (exchange.code !== undefined || res.headersSent) {
      if (body instanceof Readable) body.destroy()
      return
    }
    exchange.code = code
    if (exchange.isProtected) audit(settings, exchange, status, rows)
    if (isDraining()) res.shouldKeepAlive = false
    res.statusCode = status
    setHeaders(res, identityHeaders(exchange, config.region))
    const limits = rateLimitHeaders(exchange.allowance ?? guessing.allowance(exchange.address))
    if (status !== 401) setHeaders(res, limits)
    else for (const name in limits) res.removeHeader(name)
    setHeaders(res, headers)
    if (body instanceof Readable) {
      // Whatever fails on the way ends the connection, so that nobody takes a part for the whole.
      pipeline(body, res).catch(() => res.destroy())
      return
    }
    if (body) res.setHeader('Content-Length', body.length)
    res.end(body)
  }

  return {
    answer,
    problem(res, error) {
      const { exchange } = res.locals
      const problem = problemOf(error, exchange, config.docsUrl)
      const { resetSeconds } = exchange.allowance ?? guessing.allowance(exchange.address)
      const headers = problemHeaders(error, resetSeconds)
      const body = Buffer.from(JSON.stringify(problem))
      answer(res, { status: problem.status, headers, body, code: error.code, rows: null })
    },
  }
}

/** Failed authentications are counted, everything else is recorded one by one. */
function audit({ config, guessing, trail, now }: Settings, exchange: Exchange, status: number, rows: number | null) {
  const { requestId, correlationId, address, caller, operationId, parameters, mcp, code, startedAt } = exchange
  if (status === 401) {
    guessing.fail(address)
    trail.recordFailedAuthentication(address, exchange.interface)
    return
  }
  trail.record({
    id: randomUUID(),
    time: new Date(now()).toISOString(),
    requestId,
    correlationId,
    organization: caller?.credential.organization ?? null,
    credentialId: caller?.credential.id ?? null,
    operator: null,
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
