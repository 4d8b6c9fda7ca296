import type { IncomingHttpHeaders } from 'node:http'
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import { version } from '../../process/version.ts'
import { checkValue } from '../../schemas/checking/check-value.ts'
import { isRecord } from '../core/input/decode-values.ts'
import { invalidRequest } from '../core/input/invalid-request.ts'
import type { ListedTool } from './tool-list.ts'

/** The version that has no handshake: each request says what it needs to know of the client. */
const MODERN = '2026-07-28'
/** Begins the names in `_meta` that are the protocol's own. */
const META = 'io.modelcontextprotocol/'

export const serverInfo = { name: 'tenant-data-api', title: 'Tenant Data API', version }
export const capabilities = { tools: {} }

/** One message as it came in. */
export interface Incoming {
  body: unknown
  headers: IncomingHttpHeaders
  /** Null for what is no request or notification. */
  method: string | null
  id: string | number | null
  params: Readonly<Record<string, unknown>>
  /** What the message says of the protocol and of the client. */
  meta: { protocolVersion: string | null; client: { name: string; version: string } | null }
}

/** What one request may have of this server, whichever version of the protocol it speaks. */
export interface ToolServer {
  instructions: string
  tools: ListedTool[]
  /**
   * Calls a tool with the arguments as they came in, because the SDKs leave some out.
   * @throws an RPC error for an unknown tool, ApiError for what is no matter of arguments
   */
  call(name: string): Promise<ToolResult>
}

/** The result of `tools/call`. */
export interface ToolResult {
  [name: string]: unknown
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Responds to one message in some versions of the protocol, by the server of an SDK. */
export type ProtocolHandler = (incoming: Incoming, toolServer: ToolServer) => Promise<RpcResponse>

/** The response to a message; the status of 2026-07-28 says what kind of error it is. No message to a notification. */
export interface RpcResponse {
  status: number
  message: RpcMessage | null
}

export interface RpcMessage {
  jsonrpc: '2.0'
  id?: string | number | null | undefined
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
}

export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
}

/** An error that the protocol carries as it is: the SDKs take the code of what is thrown. */
export function rpcError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** The whole list is one page, so that no cursor was ever given. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw rpcError(rpcCodes.invalidParams, 'tools/list is one page: no cursor is valid')
}

/** Whether a message is of protocol 2026-07-28, or of a later one: its headers say so, or it carries the version with it. */
export function isModern({ headers, params }: Incoming): boolean {
  const version = headers['mcp-protocol-version']
  const isNamed = typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN
  return isNamed || (isRecord(params._meta) && `${META}protocolVersion` in params._meta)
}

/** Takes from a body what there is to take. */
export function readMessage(body: unknown, headers: IncomingHttpHeaders): Incoming {
  const message = isRecord(body) ? body : {}
  const params = isRecord(message.params) ? message.params : {}
  const meta = isRecord(params._meta) ? params._meta : {}
  const { id, method } = message
  const version = params.protocolVersion ?? headers['mcp-protocol-version'] ?? meta[`${META}protocolVersion`]
  return {
    body,
    headers,
    method: typeof method === 'string' ? method : null,
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    params,
    meta: {
      protocolVersion: typeof version === 'string' ? version.slice(0, 32) : null,
      client: clientOf(params.clientInfo ?? meta[`${META}clientInfo`]),
    },
  }
}

function clientOf(value: unknown): Incoming['meta']['client'] {
  if (!isRecord(value)) return null
  return { name: textOf(value.name), version: textOf(value.version) }
}

/** What is no text, clients write too; an object of theirs may have a `toString` that is none. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? '' : String(value)
  return text.slice(0, 100)
}

const requestSchemas = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema]

/** What is wrong with the params of a request, for which the SDKs show the complaints of their schemas; null for nothing. */
export function invalidParamsOf({ body, method, id }: Incoming): RpcMessage | null {
  const schema = requestSchemas.find(({ shape }) => shape.method.value === method)
  const checked = schema && checkValue<z.ZodType>(schema, body)
  if (!checked || checked.success) return null
  const faults = checked.faults.map(({ path, detail }) => ({ name: path.map(String).join('.'), detail }))
  const { message } = invalidRequest(faults.map((fault) => ({ in: 'body', ...fault })))
  return { jsonrpc: '2.0', id, error: { code: rpcCodes.invalidParams, message } }
}
