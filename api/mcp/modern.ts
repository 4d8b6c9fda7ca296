import { createMcpHandler, Server, type Transport } from '@modelcontextprotocol/server'
import { ApiError } from '../errors.ts'
import {
  capabilities,
  type Face,
  type RpcAnswer,
  type RpcMessage,
  refuseCursor,
  rpcCodes,
  serverInfo,
  watchFailures,
} from './face.ts'
import { type Incoming, toldByHeaders } from './read-message.ts'

/**
 * Answers one message of protocol 2026-07-28: no handshake, and what it needs to know of the client is in each request.
 * @throws ApiError for what is to be an HTTP problem
 */
export async function answerModern({ body, headers, method, id }: Incoming, face: Face): Promise<RpcAnswer> {
  // The SDK would open a stream, and nothing here ever changes for those who listen.
  if (method === 'subscriptions/listen') return methodNotFound(id)
  const watched = watchFailures(face)
  const { promise: result, resolve } = Promise.withResolvers<RpcAnswer>()
  const serverFor = () => takingResult(createServer({ ...face, call: watched.call }), resolve)
  const handler = createMcpHandler(serverFor, { legacy: 'reject' })
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  for (const name of toldByHeaders) {
    const value = headers[name]
    if (typeof value === 'string') request.headers.set(name, value)
  }
  const answer = await Promise.race([result, handler.fetch(request, { parsedBody: body })])
  watched.rethrow()
  return answer instanceof Response ? readAnswer(answer) : answer
}

async function readAnswer(response: Response): Promise<RpcAnswer> {
  const text = await response.text()
  if (response.status >= 500) throw new ApiError('internal_error', { cause: new Error(text) })
  // The SDK writes JSON-RPC and nothing else.
  return { status: response.status, message: text === '' ? null : (JSON.parse(text) as RpcMessage) }
}

/**
 * Takes results from the server before they become a Response, which took a third of the time of a small call. Errors go
 * on, because the SDK decides on their status there. Handler and server are of this request alone and end with it.
 */
function takingResult(server: Server, take: (answer: RpcAnswer) => void): Server {
  const connect = server.connect.bind(server)
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport)
    transport.send = async (message, options) => {
      if (!('result' in message)) return send(message, options)
      const { id, result } = message
      take({ status: 200, message: { jsonrpc: '2.0', id, result } })
    }
    return connect(transport)
  }
  return server
}

function createServer({ instructions, list, call }: Face): Server {
  const server = new Server(serverInfo, { capabilities, instructions })
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return list()
  })
  server.setRequestHandler('tools/call', ({ params }) => call(params.name))
  return server
}

function methodNotFound(id: Incoming['id']): RpcAnswer {
  const error = { code: rpcCodes.methodNotFound, message: 'Method not found' }
  return { status: 404, message: { jsonrpc: '2.0', id, error } }
}
