import { context } from '@opentelemetry/api'
import { failSpan, startRequestSpan } from '../../../process/tracing/spans.ts'
import type { Handler } from '../exchange.ts'
import type { Services } from '../services.ts'

/**
 * Makes a span of each request, the parent of the spans of its queries. Of the caller's data it contains only the trace
 * ID.
 */
export function traceRequest({ operations }: Pick<Services, 'operations'>): Handler {
  const paths = new Map(operations.map(({ operationId, path }) => [operationId, path]))
  return (req, res, next) => {
    const { exchange } = res.locals
    const { span, inside } = startRequestSpan(req.method, req.headers)
    if (!span.isRecording()) return context.with(inside, next)
    exchange.traceId ??= span.spanContext().traceId
    res.once('close', () => {
      const { operationId, caller, code, requestId } = exchange
      const route = exchange.interface === 'mcp' ? '/mcp' : paths.get(operationId ?? '')
      if (route) span.updateName(`${req.method} ${route}`).setAttribute('http.route', route)
      if (operationId) span.setAttribute('tda.operation', operationId)
      if (caller) span.setAttribute('tda.organization', caller.credential.organization)
      span.setAttributes({ 'http.response.status_code': res.statusCode, 'tda.request_id': requestId })
      if (res.statusCode >= 500) failSpan(span, code ?? String(res.statusCode))
      span.end()
    })
    context.with(inside, next)
  }
}
