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

/** The first version without a handshake. Each request contains the protocol version and the client. */
const MODERN = '2026-07-28'
/** Prefix of the names in `_meta` that the protocol defines. */
const META = 'io.modelcontextprotocol/'

export const serverInfo = { name: 'tenant-data-api', title: 'Tenant Data API', version }
export const capabilities = { tools: {} }

/** One received message. */
export interface Incoming {
  body: unknown
  headers: IncomingHttpHeaders
  /** Null if the message is neither a request nor a notification. */
  method: string | null
  id: string | number | null
  params: Readonly<Record<string, unknown>>
  /** The protocol version and the client, as the message states them. */
  meta: { protocolVersion: string | null; client: { name: string; version: string } | null }
}

/** What one request can read and call, independent of its protocol version. */
export interface ToolServer {
  instructions: string
  tools: ListedTool[]
  /**
   * Calls a tool. It uses the arguments of the received message, because the SDKs drop some arguments.
   * @throws an RPC error for an unknown tool, ApiError for errors that the arguments did not cause
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

/** Responds to one message in some versions of the protocol, using a server of the SDK. */
export type ProtocolHandler = (incoming: Incoming, toolServer: ToolServer) => Promise<RpcResponse>

/**
 * The response to a message; null for a notification. In version 2026-07-28 the HTTP status depends on the kind of
 * error.
 */
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

/** Creates an error that is returned as a JSON-RPC error: the SDKs use the `code` of a thrown error. */
export function rpcError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** Rejects a cursor of `tools/list`. Its list has one page, so the service never returned a cursor for it. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw rpcError(rpcCodes.invalidParams, 'tools/list is one page: no cursor is valid')
}

/** Whether a message is of protocol 2026-07-28 or later, according to its headers or its own protocol version. */
export function isModern({ headers, params }: Incoming): boolean {
  const version = headers['mcp-protocol-version']
  const isNamed = typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN
  return isNamed || (isRecord(params._meta) && `${META}protocolVersion` in params._meta)
}

/** Reads the fields of a message from a body, which may be any JSON value. */
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

/**
 * Converts a value that should be text. An object becomes empty, because a client's object can have a `toString` that
 * is not a function.
 */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? '' : String(value)
  return text.slice(0, 100)
}

const requestSchemas = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema]

/**
 * The JSON-RPC error for invalid params of a request, or null if they are valid. The SDKs would return the raw messages
 * of their schemas.
 */
export function invalidParamsOf({ body, method, id }: Incoming): RpcMessage | null {
  const schema = requestSchemas.find(({ shape }) => shape.method.value === method)
  const checked = schema && checkValue<z.ZodType>(schema, body)
  if (!checked || checked.success) return null
  const faults = checked.faults.map(({ path, detail }) => ({ name: path.map(String).join('.'), detail }))
  const { message } = invalidRequest(faults.map((fault) => ({ in: 'body', ...fault })))
  return { jsonrpc: '2.0', id, error: { code: rpcCodes.invalidParams, message } }
}
