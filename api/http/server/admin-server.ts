import { createServer, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../../cypher/connect.ts'
import { isMigrated } from '../../../cypher/migrate.ts'
import { faultText, schemaFaults } from '../../../cypher/schema.ts'
import { regionOfGraph } from '../../../cypher/system/installation.ts'
import { isAdminHost } from '../../../process/is-admin-host.ts'
import { KEEP_ALIVE_MS } from '../../../process/keep-alive.ts'
import type { ProjectionReader } from '../../core/projection-reader.ts'
import { measureExports } from '../../exports/measure-exports.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Lifecycle, Services } from '../services.ts'

interface Settings {
  graph: Graph
  projections: Pick<ProjectionReader, 'isRebuilding'>
  metrics: Pick<
    Metrics,
    'registry' | 'ready' | 'rebuilding' | 'schemaFaults' | 'exportsWaiting' | 'oldestWaitingExport'
  >
  lifecycle: Lifecycle
  config: Pick<Services['config'], 'environment' | 'region'>
}

const VALID_MS = 1000
/**
 * How long the result of the index check is kept. Indexes rarely change: they disappear only if an operator drops them.
 */
const SCHEMA_VALID_MS = 5000
/** The longest wait for a check, so that it does not delay the collection of metrics. */
const PATIENCE_MS = 1000
/** The longest wait for the readiness check. The graph has about 2 seconds to respond; Prometheus allows 10 seconds. */
const READY_PATIENCE_MS = 4000

/**
 * The operator's port. /livez returns 200 while the process runs. /readyz returns 200 while it can serve requests: not
 * during shutdown, while the graph is unavailable, before a migration, or if it starts with the graph of another region.
 * /metrics is for Prometheus. None of them needs a credential or shows data. A request with a foreign Host header is
 * rejected. The process remains ready during a rebuild, because it must return 503 `rebuilding` to callers. It also
 * remains ready while an index is missing, which `schema` and `indexes` report: then only requests that need the index
 * return 503.
 */
export function createAdminServer({ graph, projections, metrics, lifecycle, config }: Settings): Server {
  const graphResponds = createCheck(() => graph.ping().then(() => true), false)
  const schemaIsThere = once(createCheck(() => isMigrated(graph), false))
  const isOwnRegion = once(
    createCheck(async () => {
      const found = await regionOfGraph(graph)
      return found === null || found === config.region
    }, null),
  )
  const unusable = createCheck(async () => (await schemaFaults(graph)).map(faultText), null, SCHEMA_VALID_MS)
  const isRebuilding = createCheck(() => projections.isRebuilding(), false)

  async function readiness() {
    const draining = lifecycle.isDraining
    const isThere = draining ? null : await graphResponds()
    const [migrated, rebuilding, ownRegion] = isThere
      ? await Promise.all([schemaIsThere(), isRebuilding(), isOwnRegion()])
      : [null, null, null]
    const indexes = migrated ? await unusable() : null
    const refused = graph.loginRefused()
    const checks = {
      draining,
      graph: isThere,
      schema: migrated && indexes ? indexes.length === 0 : migrated,
      rebuilding,
      ...(indexes && indexes.length > 0 && { indexes }),
      ...(ownRegion === false && { region: false }),
      ...(refused && { reason: refused }),
    }
    return { isReady: migrated === true && ownRegion === true, checks, indexes }
  }

  async function measure(): Promise<void> {
    const waiting = <T>(work: Promise<T>, ms: number) => Promise.race([work, delay(ms, null, { ref: false })])
    const [ready, rebuilding] = await Promise.all([
      waiting(readiness(), READY_PATIENCE_MS),
      waiting(isRebuilding(), PATIENCE_MS),
      waiting(measureExports(graph, metrics), PATIENCE_MS),
    ])
    metrics.ready.set(ready?.isReady ? 1 : 0)
    if (ready?.indexes) metrics.schemaFaults.set(ready.indexes.length)
    if (rebuilding !== null) metrics.rebuilding.set(rebuilding ? 1 : 0)
  }

  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (req, res) => {
    if (!isAdminHost(req.headers.host, config.environment.ADMIN_ALLOWED_HOSTS)) {
      return reply(res, 403, { status: 'forbidden', setting: 'ADMIN_ALLOWED_HOSTS' })
    }
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

/**
 * Returns a function that runs a check at most once per `validMs` and otherwise returns the last result. If the check
 * fails, it returns `otherwise`.
 */
function createCheck<T>(ask: () => Promise<T>, otherwise: T | null, validMs = VALID_MS): () => Promise<T | null> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let response: Promise<T | null> = Promise.resolve(otherwise)
  return () => {
    if (performance.now() - checkedAt < validMs) return response
    checkedAt = performance.now()
    response = ask().catch(() => otherwise)
    return response
  }
}

/** Stops checking after the first success, for conditions that stay true. */
function once(check: () => Promise<boolean | null>): () => Promise<boolean | null> {
  let isSo = false
  return async () => {
    isSo ||= (await check()) === true
    return isSo
  }
}
