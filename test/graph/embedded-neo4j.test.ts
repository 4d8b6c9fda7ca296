import { once } from 'node:events'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'

describe('the embedded Neo4j', () => {
  let server: OwnGraph

  before(async () => {
    server = await startOwnGraph()
  })
  after(async () => {
    await server?.remove()
  })

  async function withGraph<T>(variables: Record<string, string>, work: (graph: Graph) => Promise<T>): Promise<T> {
    const graph = connectGraph(parseEnvironment({ ...server.variables, ...variables }), patient)
    try {
      return await work(graph)
    } finally {
      await graph.close()
    }
  }
  const outcome = (variables: Record<string, string>) =>
    withGraph(variables, (graph) =>
      graph.ping().then(
        () => 'let in',
        (error: Error) => error.message,
      ),
    )

  /** Sends bytes; returns what the server replies, or 'hung up' if it closes the connection without a reply. */
  async function replyTo(bytes: string | Buffer): Promise<string> {
    const [host = '', port = ''] = server.address.split(':')
    const socket = connect(Number(port), host)
    socket.on('error', () => {})
    socket.write(bytes)
    const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
    socket.destroy()
    return Buffer.isBuffer(data) ? data.toString('latin1') : 'hung up'
  }

  it('accepts its password, and rejects logins without it', async () => {
    expect(await outcome({})).to.equal('let in')
    expect(await outcome({ NEO4J_PASSWORD: '' })).to.contain('Security')
  })

  it('closes HTTP and WebSocket connections, as web pages open them, and accepts Bolt', async () => {
    const handshake = (origin: string) =>
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: ${origin}\r\n\r\n`
    expect(await replyTo(handshake('https://stranger.example'))).to.equal('hung up')
    expect(await replyTo(handshake('http://localhost:7474'))).to.equal('hung up')
    expect(await replyTo('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n')).to.equal('hung up')
    const bolt = Buffer.from('6060b0170000080500000000000000000000000000000000', 'hex').subarray(0, 20)
    expect(await replyTo(bolt)).to.equal('\x00\x00\x08\x05')
  })

  it('listens on localhost only', async () => {
    const others = Object.values(networkInterfaces()).flatMap((each) => each?.filter(({ internal }) => !internal) ?? [])
    const port = Number(server.address.split(':')[1])
    const answered = await Promise.all(
      others.map(async ({ address, family, scopeid }) => {
        const socket = connect(port, family === 'IPv6' && scopeid ? `${address}%${scopeid}` : address)
        const how = await Promise.race([once(socket, 'connect').then(() => address), once(socket, 'error')])
        socket.destroy()
        return typeof how === 'string' ? [how] : []
      }),
    )
    expect(answered.flat()).to.deep.equal([])
  })

  it('stores its password in a file that only its owner can read', () => {
    const modes = [server.dataFolder, `${server.dataFolder}/neo4j-password`].map((path) => statSync(path).mode & 0o777)
    expect(modes).to.deep.equal([0o700, 0o600])
  })

  it('resets the password of a store to the one in its folder when it starts', async () => {
    await withGraph({ NEO4J_DATABASE: 'system' }, (graph) =>
      graph.execute("ALTER USER neo4j SET PASSWORD 'some-other-one' CHANGE REQUIRED"),
    )
    expect(await outcome({})).to.contain('Security')
    await server.stop()
    await server.start()
    expect(await outcome({})).to.equal('let in')
  })
})
