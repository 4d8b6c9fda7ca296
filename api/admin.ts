import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Graph } from '../cypher/connect.ts'
import type { Metrics } from './metrics.ts'
import type { Lifecycle } from './services.ts'

interface Settings {
  graph: Pick<Graph, 'ping'>
  metrics: Pick<Metrics, 'registry'>
  lifecycle: Lifecycle
}

const PING_VALID_MS = 1000

/**
 * The operator's port: /livez is 200 while the process runs, /readyz while it can serve (not from the signal to stop
 * on, and not while the graph is away), /metrics is for Prometheus. None of them needs a credential or shows data.
 */
export function createAdminServer({ graph, metrics, lifecycle }: Settings): Server {
  const graphAnswers = createCheck(() => graph.ping())
  return createServer(async (req, res) => {
    const path = req.url?.split('?', 1)[0]
    if (path === '/livez') return reply(res, 200, { status: 'ok' })
    if (path === '/readyz') {
      const checks = { draining: lifecycle.isDraining, graph: lifecycle.isDraining ? null : await graphAnswers() }
      const isReady = !checks.draining && checks.graph === true
      return reply(res, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...checks })
    }
    if (path === '/metrics') {
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

/** However often it is asked, the graph is pinged once a second at most. */
function createCheck(ping: () => Promise<void>): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let answer = Promise.resolve(false)
  return () => {
    if (performance.now() - checkedAt < PING_VALID_MS) return answer
    checkedAt = performance.now()
    answer = ping().then(
      () => true,
      () => false,
    )
    return answer
  }
}
