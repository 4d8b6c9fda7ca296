import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

export type { Attributes } from '@opentelemetry/api'

/** Until `startTracing` registers an SDK, spans record nothing and cost almost nothing. */
const tracer = () => trace.getTracer('tenant-data-api')

/** A batch may contain thousands of records. Its span links to at most this number of their traces. */
const MOST_LINKS = 128

/**
 * Starts the span of an incoming request, as a child of the span in its `traceparent`. Names and attributes follow
 * OpenTelemetry's conventions for HTTP servers. They contain no input of the caller.
 */
export function startRequestSpan(method: string, headers: Record<string, unknown>): { span: Span; inside: Context } {
  const parent = propagation.extract(context.active(), headers)
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, inside: trace.setSpan(parent, span) }
}

/**
 * Runs a request to another server, or a message to one that others read, in a child span of the current one. Without a
 * current span, no span is created.
 */
export function inChildSpan<T>(
  kind: 'client' | 'producer',
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!trace.getActiveSpan()) return work()
  const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.PRODUCER, attributes }
  return tracer().startActiveSpan(name, options, (span) => ending(span, work))
}

/** Runs work that no caller waits for in a separate trace. */
export function inOwnSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, root: true }, (span) => ending(span, work))
}

/**
 * Runs the work on a batch of records in a span. If all records have the same `traceparent`, the span is its child, so
 * that the sender sees the work in the same trace. Otherwise the span has a separate trace with links to those of the
 * records.
 * @param origins the `traceparent` of each record that has one
 */
export function inBatchSpan<T>(
  name: string,
  attributes: Attributes,
  origins: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const parents = [...new Set(origins)].slice(0, MOST_LINKS).flatMap((traceparent) => {
    const parent = propagation.extract(context.active(), { traceparent })
    const origin = trace.getSpanContext(parent)
    return origin ? [{ parent, origin }] : []
  })
  const [first] = parents
  const isOne = parents.length === 1
  const links = isOne ? [] : parents.map(({ origin }) => ({ context: origin }))
  const options = { kind: SpanKind.CONSUMER, attributes, links }
  const below = isOne && first ? first.parent : context.active()
  return tracer().startActiveSpan(name, options, below, (span) => ending(span, work))
}

/** The `traceparent` of the current span, or null. https://www.w3.org/TR/trace-context/#traceparent-header */
export function activeTraceparent(): string | null {
  if (!trace.getActiveSpan()) return null
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Records only the kind of an error, because messages may contain sent data. */
export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

async function ending<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
