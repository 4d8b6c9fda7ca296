import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a client and a server that can block all data, as if the server were suspended. */
export interface TcpProxy {
  port: number
  /** From now on no data passes, and no connection is closed; new connections are accepted without a response. */
  freeze(): void
  thaw(): void
  close(): void
}

/** A proxy to a port of this machine; without one, a server that accepts connections and never responds. */
export async function startTcpProxy(targetPort?: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isFrozen = false

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    if (isFrozen) socket.pause()
    return socket
  }

  const server = createServer((client) => {
    keep(client)
    if (targetPort === undefined) return
    const target = keep(connect(targetPort, '127.0.0.1'))
    client.on('data', (bytes) => target.write(bytes)).on('close', () => target.destroy())
    target.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy())
    if (isFrozen) for (const socket of [client, target]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
