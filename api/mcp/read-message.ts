import type { IncomingHttpHeaders } from 'node:http'
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import { isJSONRPCNotification, isJSONRPCRequest, JSONRPCResponseSchema } from '@modelcontextprotocol/sdk/types.js'
import type { FaultyInput } from '../../schemas/problem.ts'
import { isRecord } from '../decode-values.ts'
import { ApiError } from '../errors.ts'

const MODERN = '2026-07-28'
/** Begins the names in `_meta` that are the protocol's own. */
export const META = 'io.modelcontextprotocol/'
/** Headers in which 2026-07-28 tells once more what a message is. */
export const toldByHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

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

/** Whether the headers alone say that the request is of protocol 2026-07-28, or of a later one. */
export function namesModern(headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= MODERN
}

/** Whether a message is of protocol 2026-07-28: its headers say so, or it carries the version with it. */
export function isModern({ headers, params }: Incoming): boolean {
  return namesModern(headers) || (isRecord(params._meta) && `${META}protocolVersion` in params._meta)
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
  return { name: String(value.name).slice(0, 100), version: String(value.version).slice(0, 100) }
}

/**
 * A message as a request of the versions before 2026-07-28, or null for what gets no answer: notifications and responses.
 * @throws ApiError invalid_request; also for a batch, which would evade the rate limit, and which 2025-06-18 abolished
 */
export function legacyRequestOf(body: unknown): JSONRPCRequest | null {
  if (Array.isArray(body)) throw notOneMessage('is a batch: send one message a request')
  if (isJSONRPCRequest(body)) return body
  if (isJSONRPCNotification(body) || JSONRPCResponseSchema.safeParse(body).success) return null
  throw notOneMessage('is not a JSON-RPC 2.0 message with method, id (a string or an integer) and params (an object)')
}

function notOneMessage(detail: string): ApiError {
  const errors: FaultyInput[] = [{ in: 'body', name: '', detail }]
  return new ApiError('invalid_request', { detail: `The body ${detail}.`, errors })
}
