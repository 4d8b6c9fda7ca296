import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: Record<string, string | number>
}

/** A received span, with its attributes by name. */
export interface CollectedSpan {
  service: unknown
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, string | number | undefined>
  links: { traceId: string }[]
  isError: boolean
}

interface Payload {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'links'> & SentFields)[] }[]
  }[]
}

interface SentFields {
  attributes: Attribute[]
  links?: { traceId: string }[]
  status: { code?: number }
}

/** A collector of traces on loopback: OTLP over HTTP, as JSON. https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startTraceCollector() {
  const payloads: Payload[] = []
  const server = createServer(async (req, res) => {
    payloads.push((await json(req)) as Payload)
    res.setHeader('Content-Type', 'application/json').end(`{"path":${JSON.stringify(req.url)}}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All received payloads as text. */
    text: () => JSON.stringify(payloads),
    spans: (): CollectedSpan[] =>
      payloads
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ resource, scopeSpans }) => {
          const service = byName(resource.attributes)['service.name']
          const spans = scopeSpans.flatMap((scope) => scope.spans)
          return spans.map(({ attributes, links = [], status, ...span }) => ({
            ...span,
            service,
            attributes: byName(attributes),
            links,
            isError: status.code === 2,
          }))
        }),
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>

function byName(attributes: readonly Attribute[]): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
