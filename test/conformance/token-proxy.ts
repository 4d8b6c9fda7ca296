import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** A proxy that adds the token, which the suite cannot send. It changes nothing else, not even Host and Origin. */
export async function startTokenProxy(port: number, token: string): Promise<{ url: string; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, setHost: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
