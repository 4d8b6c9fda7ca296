import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import {
  capabilities,
  type Incoming,
  invalidParamsOf,
  type ProtocolHandler,
  type RpcMessage,
  type RpcResponse,
  refuseCursor,
  rpcCodes,
  serverInfo,
  type ToolServer,
} from './protocol.ts'

/** Headers in which the protocol repeats what a message is. */
const describedByHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

/** What is listed follows from the scopes of the token and changes with a new version of the service. */
const FRESH_MS = 5 * 60 * 1000
const listing = { ttlMs: FRESH_MS, cacheScope: 'private' } as const
const cacheHints = { 'tools/list': listing, 'server/discover': listing }

/** Responds to one message of protocol 2026-07-28: no handshake, and what it needs to know of the client is in each request. */
export const handleModern: ProtocolHandler = async (incoming, toolServer) => {
  // The SDK would open a stream, and nothing here ever changes for those who listen.
  if (incoming.method === 'subscriptions/listen') return methodNotFound(incoming.id)
  const handler = createMcpHandler(() => createServer(toolServer), { legacy: 'reject' })
  const response = await handler.fetch(requestOf(incoming), { parsedBody: incoming.body })
  const { status } = response
  const text = await response.text()
  // The SDK writes JSON-RPC and nothing else.
  const message = text === '' ? null : (JSON.parse(text) as RpcMessage)
  return { status, message: message?.error && status < 400 ? (invalidParamsOf(incoming) ?? message) : message }
}

function createServer({ instructions, tools, call }: ToolServer): Server {
  const server = new Server(serverInfo, { capabilities, instructions, cacheHints })
  server.setRequestHandler('tools/list', ({ params }) => {
    refuseCursor(params?.cursor)
    return { tools }
  })
  server.setRequestHandler('tools/call', ({ params }) => call(params.name))
  return server
}

/** What the SDK looks at beside the body. Address and media type were checked before. */
function requestOf({ headers }: Incoming): Request {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
  })
  for (const name of describedByHeaders) {
    const value = headers[name]
    if (typeof value === 'string') request.headers.set(name, value)
  }
  return request
}

function methodNotFound(id: Incoming['id']): RpcResponse {
  const error = { code: rpcCodes.methodNotFound, message: 'Method not found' }
  return { status: 404, message: { jsonrpc: '2.0', id, error } }
}
