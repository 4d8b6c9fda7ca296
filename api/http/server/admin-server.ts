import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../../cypher/connect.ts'
import { isMigrated } from '../../../cypher/migrate.ts'
import { KEEP_ALIVE_MS } from '../../../process/keep-alive.ts'
import { measureExports } from '../../exports/measure-exports.ts'
import type { Metrics } from '../../metrics.ts'
import type { ProjectionReader } from '../../projection-reader.ts'
import type { Lifecycle } from '../../services.ts'

interface Settings {
  graph: Graph
  projections: Pick<ProjectionReader, 'isRebuilding'>
  metrics: Pick<Metrics, 'registry' | 'ready' | 'rebuilding' | 'exportsWaiting' | 'oldestWaitingExport'>
  lifecycle: Lifecycle
}

const VALID_MS = 1000
/** What does not answer must not hold up the answer to whoever collects the metrics. */
const PATIENCE_MS = 1000
/** The graph has about two seconds to say that it is there; a scrape may take ten. */
const READY_PATIENCE_MS = 4000

/**
 * The operator's port: /livez is 200 while the process runs, /readyz while it can serve (not from the signal to stop
 * on, and not while the graph is away or waits for a migration), /metrics is for Prometheus. None of them needs a
 * credential or shows data. While a rebuild goes on the process is ready: it has to tell callers so.
 */
export function createAdminServer({ graph, projections, metrics, lifecycle }: Settings): Server {
  const graphResponds = createCheck(() => graph.ping().then(() => true))
  const schemaIsThere = createCheck(() => isMigrated(graph), true)
  const isRebuilding = createCheck(() => projections.isRebuilding())

  async function readiness() {
    const draining = lifecycle.isDraining
    const isThere = draining ? null : await graphResponds()
    const [schema, rebuilding] = isThere ? await Promise.all([schemaIsThere(), isRebuilding()]) : [null, null]
    return { isReady: schema === true, checks: { draining, graph: isThere, schema, rebuilding } }
  }

  async function measure(): Promise<void> {
    const waiting = <T>(work: Promise<T>, ms: number) => Promise.race([work, delay(ms, null, { ref: false })])
    const [ready, rebuilding] = await Promise.all([
      waiting(readiness(), READY_PATIENCE_MS),
      waiting(isRebuilding(), PATIENCE_MS),
      waiting(measureExports(graph, metrics), PATIENCE_MS),
    ])
    metrics.ready.set(ready?.isReady ? 1 : 0)
    if (rebuilding !== null) metrics.rebuilding.set(rebuilding ? 1 : 0)
  }

  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (req, res) => {
    const path = req.url?.split('?', 1)[0]
    if (path === '/livez') return reply(res, 200, { status: 'ok' })
    if (path === '/readyz') {
      const { isReady, checks } = await readiness()
      return reply(res, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...checks })
    }
    if (path === '/metrics') {
      await measure()
      res.setHeader('Content-Type', metrics.registry.contentType)
      return res.end(await metrics.registry.metrics())
    }
    return reply(res, 404, { status: 'not found', paths: ['/livez', '/readyz', '/metrics'] })
  })
}

function reply(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  res.end(`${JSON.stringify(body)}\n`)
}

/** However often it is asked, the graph is asked once a second at most, and not again where a yes is for good. */
function createCheck(ask: () => Promise<boolean>, isForGood = false): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let response = Promise.resolve(false)
  return () => {
    if (performance.now() - checkedAt < VALID_MS) return response
    checkedAt = performance.now()
    response = ask().catch(() => false)
    if (isForGood) void response.then((is) => (checkedAt = is ? Number.POSITIVE_INFINITY : checkedAt))
    return response
  }
}
