import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startTracing } from '../../process/tracing/start-tracing.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { bearerOf } from '../support/api/mcp.ts'
import { recordOf, supplierOf } from '../support/events/source-event.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import {
  type CollectedSpan,
  startTraceCollector,
  type TraceCollector,
} from '../support/observability/trace-collector.ts'
import { type IssuedToken, mintOrganization } from '../support/organization.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { until } from '../support/until.ts'

const SERVER = 2
const CLIENT = 3
const SAMPLED = '01'
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const freshTrace = (flags = SAMPLED) => {
  const [traceId, spanId] = [hex(16), hex(8)]
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
}

/** Does `work` while spans are exported; returns these spans and the warnings of the log. */
async function traced(collector: TraceCollector, ratio: number, work: () => Promise<unknown>) {
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: ratio }
  const end = await startTracing('tda-api', settings, log)
  await work().finally(end)
  return { spans: collector.spans(), warnings }
}

const below = (spans: readonly CollectedSpan[], parent: CollectedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

describe('the traces of requests', () => {
  let graph: Graph
  let api: TestApi
  let issued: IssuedToken
  let collector: TraceCollector
  before(async () => {
    graph = connectTestGraph()
    issued = await (await mintOrganization(graph)).issue({ scopes: ['graph:read', 'mcp:read'], kind: 'mcp' })
    api = await startApi({ operations })
  })
  beforeEach(async () => {
    collector = await startTraceCollector()
  })
  afterEach(() => collector.close())
  after(async () => {
    await api?.close()
    await graph?.close()
  })

  /** Reads the whole response, and waits until the API has logged the request. */
  const ended = async (response: Promise<Response>) => {
    const answer = await response
    await answer.arrayBuffer()
    const requestId = answer.headers.get('X-Request-ID')
    await until('its line in the log', () => api.logLines.some((line) => line.requestId === requestId))
    return answer
  }
  const ask = (path: string, headers: Record<string, string> = {}) => ended(api.get(path, issued.text, headers))

  it('continue the trace of the caller, have a span for each query, and share their trace ID with the log', async () => {
    const caller = freshTrace()
    let requestId: string | null = null
    const { spans, warnings } = await traced(collector, 1, async () => {
      const answer = await ask('/v1/entities?q=canary&limit=3', { traceparent: caller.traceparent })
      requestId = answer.headers.get('X-Request-ID')
    })
    const request = spans.find(({ kind }) => kind === SERVER)
    expect(request).to.include({
      service: 'tda-api',
      name: 'GET /v1/entities',
      traceId: caller.traceId,
      parentSpanId: caller.spanId,
      isError: false,
    })
    expect(request?.attributes).to.include({
      'http.route': '/v1/entities',
      'http.response.status_code': 200,
      'tda.operation': 'searchEntities',
      'tda.request_id': requestId,
    })
    const queries = below(spans, request)
    expect(queries.map(({ name }) => name)).to.include('graph graph/findEntities')
    expect(queries.map(({ kind }) => kind)).to.deep.equal(queries.map(() => CLIENT))
    expect(api.logLines.find((line) => line.requestId === requestId)?.traceId).to.equal(caller.traceId)
    expect(warnings).to.deep.equal([])
  })

  it('start a new trace if the caller sent none, and contain no token, parameter, or path segment', async () => {
    const { spans } = await traced(collector, 1, async () => {
      await ask('/v1/entities?q=canary&cursor=canary')
      await ask(`/v1/entities/${issued.text}`)
      await ask('/canary', { 'User-Agent': 'canary' })
      const body =
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_entities","arguments":{"q":"canary"}}}'
      const headers = { ...bearerOf(issued.text), 'Content-Type': 'application/json' }
      await ended(fetch(`${api.url}/mcp`, { method: 'POST', headers, body }))
    })
    const requests = spans.filter(({ kind }) => kind === SERVER)
    expect(requests.map(({ name }) => name)).to.deep.equal([
      'GET /v1/entities',
      'GET /v1/entities/{entityId}',
      'GET',
      'POST /mcp',
    ])
    expect(new Set(requests.map(({ traceId }) => traceId)).size).to.equal(requests.length)
    expect(collector.text()).not.to.match(/canary/)
    expect(collector.text()).not.to.include(issued.text.slice(-30))
  })

  it('are not exported if the caller does not sample its trace, or if the sampling ratio is 0', async () => {
    const some = await traced(collector, 1, () => ask('/v1/entities', { traceparent: freshTrace('00').traceparent }))
    expect(some.spans).to.deep.equal([])
    const none = await traced(collector, 0, () => ask('/v1/entities', { traceparent: freshTrace().traceparent }))
    expect(none.spans).to.deep.equal([])
  })

  it('cause nothing but a warning in the log while no collector runs', async () => {
    await collector.close()
    const { warnings } = await traced(collector, 1, async () => {
      expect((await ask('/v1/entities?limit=1')).status).to.equal(200)
    })
    expect(new Set(warnings)).to.deep.equal(new Set(['spans could not be sent']))
    collector = await startTraceCollector()
  })

  it('load no library for exporting if tracing is off', async () => {
    const script = `
      const { startTracing } = await import('./process/tracing/start-tracing.ts')
      await import('./process/tracing/spans.ts')
      await (await startTracing('tda-api', { OTEL_TRACES_SAMPLER_ARG: 1 }, console))()
      const { createRequire } = await import('node:module')
      const loaded = Object.keys(createRequire(import.meta.url).cache).filter((file) => file.includes('@opentelemetry'))
      console.log(JSON.stringify([...new Set(loaded.map((file) => /@opentelemetry.([^/]+)/.exec(file)[1]))]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    expect(JSON.parse(stdout)).to.deep.equal(['api'])
  })
})

describe('the traces of events', () => {
  let installation: Installation
  let collector: TraceCollector
  before(async () => {
    installation = await openInstallation()
    collector = await startTraceCollector()
  })
  after(async () => {
    await installation?.close()
    await collector?.close()
  })

  it('continue the trace of the sender, with spans for graph writes and the outcomes of events', async () => {
    const { organization, send, topic } = installation
    const [alone, one, other, odd] = [freshTrace(), freshTrace(), freshTrace(), freshTrace()]
    const recordFor = (id: string, { traceparent }: { traceparent: string }, partition: number) => ({
      ...recordOf(organization, supplierOf(id, 1)),
      partition,
      headers: { traceparent },
    })
    const { spans } = await traced(collector, 1, async () => {
      // Each partition is read as one batch, because its records are sent before the projector starts.
      await send([
        recordFor('alone', alone, 0),
        recordFor('one', one, 1),
        recordFor('other', other, 1),
        { key: organization, value: 'canary', partition: 2 },
        { key: organization, value: 'canary', partition: 3, headers: { traceparent: odd.traceparent } },
      ])
      const projector = await installation.startHere()
      await installation.caughtUp()
      await projector.stop()
    })
    const batch = (partition: number) =>
      spans.find(
        ({ name, attributes }) =>
          name === `process ${topic}` && attributes['messaging.destination.partition.id'] === String(partition),
      )
    expect(batch(0)).to.include({ traceId: alone.traceId, parentSpanId: alone.spanId })
    expect(below(spans, batch(0)).map(({ name }) => name)).to.include('graph write')
    expect(batch(1)?.parentSpanId ?? '').to.equal('')
    expect(batch(1)?.links.map(({ traceId }) => traceId)).to.have.members([one.traceId, other.traceId])

    const deadLetters = await installation.deadLetters()
    const traceOf = (partition: number) => {
      const letter = deadLetters.find(({ headers }) => String(headers['dlq.partition']) === String(partition))
      return String(letter?.headers.traceparent).split('-')[1]
    }
    expect(traceOf(2)).to.equal(batch(2)?.traceId)
    expect(traceOf(3)).to.equal(odd.traceId)
    expect(below(spans, batch(2)).map(({ name }) => name)).to.include('send')
    expect(collector.text()).not.to.match(/canary/)
  })
})
