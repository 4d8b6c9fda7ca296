import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

export interface AdminOptions {
  host: string
  port: number
  registry: Registry
  /** Why the process is not ready, or null when it is. */
  unreadyBecause(): string | null
}

/** Serves /livez, /readyz and /metrics for operators; none of it shows data of an organization. */
export async function serveAdmin({ host, port, registry, unreadyBecause }: AdminOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/livez') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n')
    if (path === '/readyz') {
      const reason = unreadyBecause()
      return void response.writeHead(reason ? 503 : 200, { 'content-type': 'text/plain' }).end(`${reason ?? 'ok'}\n`)
    }
    if (path === '/metrics') {
      return void response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await listening
  return server
}
