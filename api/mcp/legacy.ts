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

/** The versions of the contract, newest first; the SDK also speaks two of 2024, which have another transport. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26']

/** Each server would make one of its own, which takes 200 µs: https://github.com/modelcontextprotocol/typescript-sdk/issues/2090 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Responds to one message of a version of the protocol before 2026-07-28.
 * @throws ApiError for what is to be an HTTP problem
 */
export const handleLegacy: ProtocolHandler = async (incoming, toolServer) => {
  if (incoming.method !== 'initialize') requireSupportedVersion(incoming.headers['mcp-protocol-version']?.toString())
  const request = requestOf(incoming)
  if (!request) return { status: 202, message: null }
  const response = await exchangeOnce(createServer(toolServer), withOurVersion(request))
  return { status: 200, message: response.error ? (invalidParamsOf(incoming) ?? response) : response }
}

/** One for each request, because the ids of callers would collide on a common one. */
function createServer({ instructions, tools, call }: ToolServer): Server {
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return { tools }
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.name))
  return server
}

/** One request in, one response out; what a server would notify a client of goes nowhere. */
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

/** A client that asks for a version that is not ours is offered our newest, as the protocol says. */
function withOurVersion(request: JSONRPCRequest): JSONRPCRequest {
  const { method, params } = request
  const wanted = params?.protocolVersion
  if (method !== 'initialize' || typeof wanted !== 'string' || versions.includes(wanted)) return request
  return { ...request, params: { ...params, protocolVersion: versions[0] } }
}

/**
 * Refuses a version that the server does not speak; without a header it is 2025-03-26.
 * @throws ApiError invalid_request
 */
function requireSupportedVersion(version: string | undefined): void {
  if (version === undefined || versions.includes(version)) return
  const detail = `must be one of 2026-07-28, ${versions.join(', ')}`
  throw invalidRequest([{ in: 'header', name: 'MCP-Protocol-Version', detail }])
}

/**
 * A message as a request, or null for what gets no response: notifications and responses.
 * @throws ApiError invalid_request; also for a batch, which would evade the rate limit, and which 2025-06-18 abolished
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
