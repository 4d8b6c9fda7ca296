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

/** Headers in which protocol 2026-07-28 repeats the version, method, and name of a message. */
const describedByHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name']

/**
 * How long clients may cache lists. A list depends only on the scopes of the token and on the version of the service.
 */
const FRESH_MS = 5 * 60 * 1000
const listing = { ttlMs: FRESH_MS, cacheScope: 'private' } as const
const cacheHints = { 'tools/list': listing, 'server/discover': listing }

/** Responds to one message of protocol 2026-07-28. It has no handshake: each request describes its client. */
export const handleModern: ProtocolHandler = async (incoming, toolServer) => {
  // The SDK would open a stream for subscriptions, but nothing that a client can subscribe to ever changes.
  if (incoming.method === 'subscriptions/listen') return methodNotFound(incoming.id)
  const handler = createMcpHandler(() => createServer(toolServer), { legacy: 'reject' })
  const response = await handler.fetch(requestOf(incoming), { parsedBody: incoming.body })
  const { status } = response
  const text = await response.text()
  // The SDK's response is always JSON-RPC or empty.
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

/**
 * The parts of the HTTP request that the SDK reads in addition to the body. Path and media type were already checked.
 */
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
