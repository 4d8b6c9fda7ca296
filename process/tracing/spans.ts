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

/** As long as no SDK is registered (`startTracing`), its spans record nothing and cost next to nothing. */
const tracer = () => trace.getTracer('tenant-data-api')

/** A batch may hold thousands of records: as many of their traces are linked to its span. */
const MOST_LINKS = 128

/**
 * The span of a request that came in, below the one that its `traceparent` names. Names and attributes are OpenTelemetry's
 * conventions for HTTP servers; nothing of a caller's input is among them.
 */
export function startRequestSpan(method: string, headers: Record<string, unknown>): { span: Span; inside: Context } {
  const parent = propagation.extract(context.active(), headers)
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
  return { span, inside: trace.setSpan(parent, span) }
}

/**
 * Runs what is asked of another server, or sent to one that others read, as a span below the one that is running; outside of
 * any span nothing is added.
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

/** Runs work that no caller waits for, as a trace of its own. */
export function inOwnSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, { attributes, root: true }, (span) => ending(span, work))
}

/**
 * Runs the work on a batch of records. Records with one `traceparent` in all: below the span that it names, so that the person who
 * sent them finds their way in one trace. Of several: as a trace of its own, with links to theirs.
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

/** The `traceparent` of the span that is running, or null. https://www.w3.org/TR/trace-context/#traceparent-header */
export function activeTraceparent(): string | null {
  if (!trace.getActiveSpan()) return null
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Of an error its kind alone: messages may contain data that was sent. */
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
