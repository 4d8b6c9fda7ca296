import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { FaultyInput } from '../../schemas/problem.ts'
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
import { type Incoming, legacyRequestOf } from './read-message.ts'

/** Each server would make one of its own, which takes 200 µs: https://github.com/modelcontextprotocol/typescript-sdk/issues/2090 */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Answers one message of a version of the protocol before 2026-07-28. Each request has its own server, because the ids of
 * callers would collide on a common one.
 * @throws ApiError for what is to be an HTTP problem
 */
export async function answerLegacy({ body }: Pick<Incoming, 'body'>, face: Face): Promise<RpcAnswer> {
  const request = legacyRequestOf(body)
  if (!request) return { status: 202, message: null }
  const { instructions } = face
  const watched = watchFailures(face)
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor)
    return face.list()
  })
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => watched.call(params.name))
  const answer = await exchangeOnce(server, request)
  watched.rethrow()
  return { status: 200, message: 'error' in answer ? (invalidParamsOf(request) ?? answer) : answer }
}

const schemas = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema]

/** The SDK answers these as internal errors, with the text of its schema's complaints. */
function invalidParamsOf(request: JSONRPCRequest): RpcMessage | null {
  const schema = schemas.find(({ shape }) => shape.method.value === request.method)
  const issues = schema?.safeParse(request).error?.issues ?? []
  if (issues.length === 0) return null
  const message = issues.slice(0, 10).map(({ path, message }) => `${path.join('.').slice(0, 100)}: ${message}`)
  return { jsonrpc: '2.0', id: request.id, error: { code: rpcCodes.invalidParams, message: message.join('; ') } }
}

/** One request in, one answer out; what a server would notify a client of goes nowhere. */
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

/**
 * Refuses a version that the server does not speak; without a header it is 2025-03-26.
 * @throws ApiError invalid_request
 */
export function requireSupportedVersion(version: string | undefined): void {
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return
  const detail = `must be one of 2026-07-28, ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`
  const errors: FaultyInput[] = [{ in: 'header', name: 'MCP-Protocol-Version', detail }]
  throw new ApiError('invalid_request', { detail: `Not valid: MCP-Protocol-Version ${detail}.`, errors })
}
