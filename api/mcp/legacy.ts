import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCRequest,
  JSONRPCResponseSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { ApiError } from '../core/errors.ts'
import { invalidRequest } from '../core/input/invalid-request.ts'
import {
  capabilities,
  type Incoming,
  invalidParamsOf,
  type ProtocolHandler,
  type RpcMessage,
  refuseCursor,
  serverInfo,
  type ToolServer,
} from './protocol.ts'

/** The supported versions, newest first. The SDK also supports two versions of 2024, which have another transport. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26']

/**
 * Shared, because each server would otherwise create its own, which takes 200 µs:
 * https://github.com/modelcontextprotocol/typescript-sdk/issues/2090
 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Responds to one message of a protocol version before 2026-07-28.
 * @throws ApiError for errors that become an HTTP problem
 */
export const handleLegacy: ProtocolHandler = async (incoming, toolServer) => {
  if (incoming.method !== 'initialize') requireSupportedVersion(incoming.headers['mcp-protocol-version']?.toString())
  const request = requestOf(incoming)
  if (!request) return { status: 202, message: null }
  const response = await exchangeOnce(createServer(toolServer), withOurVersion(request))
  return { status: 200, message: response.error ? (invalidParamsOf(incoming) ?? response) : response }
}

/**
 * Creates a server for one request. Requests of several callers cannot share a server, because their JSON-RPC IDs could
 * collide.
 */
function createServer({ instructions, tools, call }: ToolServer): Server {
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { tools }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.name))
  return server
}

/** Sends one request to the server and returns its response. Notifications of the server are dropped. */
async function exchangeOnce(server: Server, request: JSONRPCRequest): Promise<RpcMessage> {
  const { promise, resolve } = Promise.withResolvers<RpcMessage>()
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => {
      if (!('method' in message)) resolve(message)
    },
  }
  await server.connect(transport)
  transport.onmessage?.(request)
  return promise
}

/** Offers the newest supported version to a client that requests an unsupported one, as the protocol specifies. */
function withOurVersion(request: JSONRPCRequest): JSONRPCRequest {
  const { method, params } = request
  const wanted = params?.protocolVersion
  if (method !== 'initialize' || typeof wanted !== 'string' || versions.includes(wanted)) return request
  return { ...request, params: { ...params, protocolVersion: versions[0] } }
}

/**
 * Rejects an unsupported protocol version. A request without the header is of version 2025-03-26.
 * @throws ApiError invalid_request
 */
function requireSupportedVersion(version: string | undefined): void {
  if (version === undefined || versions.includes(version)) return
  const detail = `must be one of 2026-07-28, ${versions.join(', ')}`
  throw invalidRequest([{ in: 'header', name: 'MCP-Protocol-Version', detail }])
}

/**
 * Returns a message as a request, or null for a notification or a response, which get no response.
 * @throws ApiError invalid_request; also for a batch, which would bypass the rate limit, and which version 2025-06-18
 * removed
 */
function requestOf({ body }: Incoming): JSONRPCRequest | null {
  if (Array.isArray(body)) throw notOneMessage('is a batch. Send one message per request')
  if (isJSONRPCRequest(body)) return body
  if (isJSONRPCNotification(body) || JSONRPCResponseSchema.safeParse(body).success) return null
  throw notOneMessage('must be a JSON-RPC 2.0 message with method, id (a string or an integer), and params (an object)')
}

function notOneMessage(detail: string): ApiError {
  return invalidRequest([{ in: 'body', name: '', detail }])
}
