import { ApiError } from '../../core/errors.ts'
import { withoutTokens } from '../../observability/log.ts'
import { createExchange, type Exchange, type Handler, type Reply } from '../exchange.ts'
import { identityHeaders } from '../headers.ts'
import type { Services } from '../services.ts'

/**
 * Time that a request may take before its operation starts. By default responses are due within 5 seconds. The rest of
 * the time is for sending the response.
 */
const BEFORE_MS = 200
/** The maximum length of a logged path, so that a caller cannot fill the log with one request. */
const MAX_PATH_LENGTH = 300

/** First step of a request: assigns its IDs, starts its deadline, and writes its log line and metrics when it ends. */
export function openExchange({ config, log, metrics, send, lifecycle, ...services }: Services): Handler {
  const deadlineMs = services.respondWithinMs + BEFORE_MS
  return (req, res, next) => {
    const exchange = createExchange(req)
    const { method, path } = req
    res.locals.exchange = exchange
    for (const [name, value] of Object.entries(identityHeaders(exchange, config.region))) res.setHeader(name, value)
    if (lifecycle.isDraining) res.shouldKeepAlive = false
    const timer = setTimeout(() => send.problem(res, outOfTime(exchange)), deadlineMs)
    res.once('close', () => {
      clearTimeout(timer)
      send.hungUp(res)
      const durationMs = performance.now() - exchange.startedAt
      log.info(
        lineOf(exchange, res, {
          method,
          path: withoutTokens(path).slice(0, MAX_PATH_LENGTH),
          durationMs: Math.round(durationMs * 10) / 10,
        }),
      )
      metrics.requestDuration.observe(labelsOf(exchange, res.statusCode), durationMs / 1000)
      metrics.responses.inc({ status: res.statusCode, code: exchange.code ?? 'none' })
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
  return { operation: operationId ?? 'none', status_class: `${Math.floor(status / 100)}xx` }
}
