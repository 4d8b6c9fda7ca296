import type { ErrorRequestHandler } from 'express'
import { ApiError } from '../../core/errors.ts'
import { toApiError } from '../../core/perform.ts'
import type { Handler, Locals, Reply } from '../exchange.ts'
import type { Services } from '../services.ts'

/** Last step: responds to every error with a problem. */
export function respondWithError({
  send,
  log,
}: Services): ErrorRequestHandler<Record<string, string | string[]>, unknown, unknown, unknown, Locals> {
  return (thrown: unknown, _req, res: Reply, _next) => {
    const error = toApiError(thrown)
    const { requestId } = res.locals.exchange
    const { cause } = error
    if (error.code === 'internal_error') log.error({ requestId, err: cause ?? error }, 'request failed')
    else if (cause) log.warn({ requestId, code: error.code, reason: cause instanceof Error ? cause.message : '' })
    if (res.headersSent && !res.writableEnded) res.destroy()
    else send.problem(res, error)
  }
}

/** Rejects a path that is not percent-encoded UTF-8, because no resource can have it. */
export const requireDecodablePath: Handler = (req, _res, next) => {
  if (req.path.includes('%')) {
    try {
      decodeURIComponent(req.path)
    } catch {
      const errors = [{ in: 'path' as const, name: '', detail: 'is not percent-encoded UTF-8' }]
      throw new ApiError('invalid_request', { detail: 'The path is not percent-encoded UTF-8.', errors })
    }
  }
  next()
}

/**
 * Rejects HTTP/1.1 requests without a Host header. Node's own check is disabled, because it responds without a body.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const requireHost: Handler = (req, _res, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') {
    const errors = [{ in: 'header' as const, name: 'Host', detail: 'is missing' }]
    throw new ApiError('invalid_request', { detail: 'The Host header is missing.', errors })
  }
  next()
}

export const routeNotFound: Handler = () => {
  throw new ApiError('not_found')
}
