import { ApiError } from './errors.ts'
import { createExchange, type Exchange, type Handler, type Reply } from './exchange.ts'
import { withoutTokens } from './log.ts'
import { identityHeaders } from './rest/headers.ts'
import type { Services } from './services.ts'

/** Answers are due within 5 s; the rest is for the way back. */
const DEADLINE_MS = 4800
/** A caller must not be able to fill the log with one request. */
const MAX_PATH_LENGTH = 300

/** First step: gives the request its ids and its deadline, and sees to its log line and its metrics. */
export function openExchange({ config, log, metrics, send, lifecycle }: Services): Handler {
  return (req, res, next) => {
    const exchange = createExchange(req)
    const { method, path } = req
    res.locals.exchange = exchange
    for (const [name, value] of Object.entries(identityHeaders(exchange, config.region))) res.setHeader(name, value)
    if (lifecycle.isDraining) res.shouldKeepAlive = false
    const timer = setTimeout(() => send.problem(res, outOfTime(exchange)), DEADLINE_MS)
    res.once('close', () => {
      clearTimeout(timer)
      const durationMs = performance.now() - exchange.startedAt
      log.info(
        lineOf(exchange, res, {
          method,
          path: withoutTokens(path).slice(0, MAX_PATH_LENGTH),
          durationMs: Math.round(durationMs * 10) / 10,
        }),
      )
      metrics.requestDuration.observe(labelsOf(exchange, res.statusCode), durationMs / 1000)
    })
    next()
  }
}

function outOfTime({ waitingFor }: Exchange): ApiError {
  if (waitingFor === 'credential') return new ApiError('dependency_unavailable')
  if (waitingFor === 'data') return new ApiError('query_timeout')
  return new ApiError('invalid_request', {
    detail: 'The body did not arrive in time.',
    errors: [{ in: 'body', name: '', detail: 'did not arrive in time' }],
    headers: { Connection: 'close' },
  })
}

function lineOf(exchange: Exchange, res: Reply, request: Record<string, unknown>) {
  const { requestId, correlationId, traceId, operationId, caller, code } = exchange
  return {
    requestId,
    ...(correlationId === requestId ? {} : { correlationId }),
    ...(traceId ? { traceId } : {}),
    ...request,
    operationId,
    status: res.statusCode,
    ...(code ? { code } : {}),
    credentialId: caller?.credential.id ?? null,
    organization: caller?.credential.organization ?? null,
    ...(res.writableFinished ? {} : { isAborted: true }),
  }
}

function labelsOf({ operationId }: Exchange, status: number) {
  return { operationId: operationId ?? 'none', statusClass: `${Math.floor(status / 100)}xx` }
}
