import { createServer, type Server, type ServerResponse } from 'node:http'
import { isAdminHost } from '../process/is-admin-host.ts'
import { KEEP_ALIVE_MS } from '../process/keep-alive.ts'
import type { ProjectorMetrics } from './metrics.ts'

export interface AdminOptions {
  host: string
  /** 0 lets the operating system pick a free port. */
  port: number
  /** Host names that requests may use, in addition to IP addresses and names without a dot. */
  allowedHosts: readonly string[]
  metrics: Pick<ProjectorMetrics, 'registry' | 'ready'>
  /** Updates the metrics that are measured only when `/metrics` is requested. */
  measure(): Promise<void>
  /** Why the process is not ready, or null if it is ready. */
  unreadyBecause(): string | null
}

/**
 * Serves `/livez`, `/readyz` and `/metrics` for operators. No response contains data of an organization.
 * @throws Error when the port is in use
 */
export async function serveAdmin(options: AdminOptions): Promise<Server> {
  const { host, port, allowedHosts, metrics, measure, unreadyBecause } = options
  const answer = async (path: string | undefined, response: ServerResponse) => {
    if (path === '/livez') send(response, 200, 'ok\n')
    else if (path === '/readyz') {
      const reason = unreadyBecause()
      send(response, reason ? 503 : 200, `${reason ?? 'ok'}\n`)
    } else if (path === '/metrics') {
      await measure()
      metrics.ready.set(unreadyBecause() === null ? 1 : 0)
      send(response, 200, await metrics.registry.metrics(), metrics.registry.contentType)
    } else send(response, 404, 'not found\n')
  }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (!isAdminHost(request.headers.host, allowedHosts))
      return send(response, 403, 'forbidden: see ADMIN_ALLOWED_HOSTS\n')
    answer(request.url?.split('?')[0], response).catch(() => send(response, 500, 'failed\n'))
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await listening
  return server
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
