import { createServer, type Server, type ServerResponse } from 'node:http'
import { isAdminHost } from '../process/is-admin-host.ts'
import { KEEP_ALIVE_MS } from '../process/keep-alive.ts'
import type { ProjectorMetrics } from './metrics.ts'

export interface AdminOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Names by which it may be reached, beside addresses and names of one label. */
  allowedHosts: readonly string[]
  metrics: Pick<ProjectorMetrics, 'registry' | 'ready'>
  /** Brings up to date what is only measured when asked for. */
  measure(): Promise<void>
  /** Why the process is not ready, or null when it is. */
  unreadyBecause(): string | null
}

/**
 * Serves /livez, /readyz and /metrics for operators; none of it shows data of an organization.
 * @throws Error when the port is taken
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
