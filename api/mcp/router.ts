import { Router } from 'express'
import { MAX_FAULTS } from '../../schemas/checking/check-value.ts'
import { problems } from '../../schemas/problem.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { ApiError } from '../core/errors.ts'
import { isRecord } from '../core/input/decode-values.ts'
import { invalidRequest } from '../core/input/invalid-request.ts'
import { scopesOf } from '../core/operation.ts'
import { requireScopes } from '../core/require-scopes.ts'
import { contextOf } from '../http/context-of.ts'
import type { Handler, Reply } from '../http/exchange.ts'
import { problemOf } from '../http/problem.ts'
import { readBody } from '../http/read-body.ts'
import { auditable, endOf, methodNotAllowed, queryOf, requireAccepted } from '../http/request.ts'
import type { Services } from '../http/services.ts'
import { type CallOutcome, callTool } from './call-tool.ts'
import { handleLegacy } from './legacy.ts'
import { handleModern } from './modern.ts'
import {
  type Incoming,
  isModern,
  type RpcMessage,
  readMessage,
  rpcCodes,
  rpcError,
  type ToolServer,
} from './protocol.ts'
import { rpcProblemForm } from './rpc-problem.ts'
import { createToolList } from './tool-list.ts'
import type { Tool } from './tools/tool.ts'
import { withoutInvisible } from './without-invisible.ts'

export const MCP_PATH = '/mcp'
/**
 * The operation ID of MCP in the published contract, and in logs and audit records of requests that are no tool calls.
 */
export const MCP_OPERATION = 'mcp'
/**
 * The name in `_meta` under which every non-empty result contains the request ID, for clients that do not show headers.
 */
const REQUEST_ID = 'tenant-data-api/requestId'

/** Serves MCP without sessions. Each POST has one message, and its response is one JSON object. */
export function mcpRouter(services: Services, tools: readonly Tool[]): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route(MCP_PATH)
    .post(serve(services, tools))
    .all(methodNotAllowed(['POST']))
  return router
}

function serve(services: Services, offered: readonly Tool[]): Handler {
  const { config, send } = services
  const tools = new Map(offered.map((tool) => [tool.name, tool]))
  const toolOf = (name: unknown) => (typeof name === 'string' ? tools.get(name) : undefined)
  const listFor = createToolList(offered, config.environment.MCP_LIST_ALL_TOOLS)

  return async (req, res) => {
    const { exchange } = res.locals
    exchange.operationId = MCP_OPERATION
    let incoming = readMessage(undefined, req.headers)
    try {
      requireAccepted(req, ['application/json'])
      exchange.waitingFor = 'body'
      incoming = readMessage(await readBody(req, res), req.headers)
      if (exchange.problemForm) exchange.problemForm = rpcProblemForm(incoming.id)
      exchange.waitingFor = 'data'
      const tool = incoming.method === 'tools/call' ? toolOf(incoming.params.name) : undefined
      note(res, incoming, tool)
      requireScopes(scopesFor(tool), exchange.caller?.scopes ?? new Set())
      requireNoQuery(queryOf(req.url))
      await handle(incoming, res)
    } catch (error) {
      if (!isModern(incoming) || !isOfModern(error)) throw error
      refuse(res, error, { id: incoming.id })
    }
  }

  async function handle(incoming: Incoming, res: Reply): Promise<void> {
    const called: Called = {}
    const { caller } = res.locals.exchange
    const quota = Math.min(caller?.credential.quota ?? 0, caller?.organizationQuota ?? Number.POSITIVE_INFINITY)
    const list = listFor({ scopes: caller?.scopes ?? new Set(), quota })
    const protocolHandler = isModern(incoming) ? handleModern : handleLegacy
    const { status, message } = await protocolHandler(incoming, { ...list, call: callOnce(incoming, res, called) })
    // The SDK has converted the error to JSON-RPC, but it must be returned as an HTTP problem.
    if (called.failure) throw called.failure.error
    if (status >= 500) throw new ApiError('internal_error', { cause: new Error(JSON.stringify(message)) })
    if (status >= 400 && message?.error) refuse(res, problemOfStatus(status, message.error.message), message)
    else reply(res, status, message && identified(res, message), called.outcome)
  }

  /** Returns the function that calls a tool and stores the outcome in `called`. */
  function callOnce(incoming: Incoming, res: Reply, called: Called): ToolServer['call'] {
    const { exchange } = res.locals
    return async (name) => {
      const tool = tools.get(name)
      if (!tool) throw rpcError(rpcCodes.invalidParams, `Unknown tool: ${name.slice(0, 100)}`)
      try {
        called.outcome = await callTool(tool, argumentsOf(incoming), contextOf(exchange, services, endOf(res)), {
          baseUrl: config.baseUrl,
          problemOf: (error) => problemOf(error, exchange, config.docsUrl),
        })
        return called.outcome.result
      } catch (error) {
        called.failure = { error }
        throw error
      }
    }
  }

  /** Returns a problem as a JSON-RPC error only, as version 2026-07-28 requires. */
  function refuse(res: Reply, problem: ApiError, { id, error }: Pick<RpcMessage, 'id' | 'error'>): void {
    const code = error?.code ?? (problem.code === 'malformed_json' ? rpcCodes.parseError : rpcCodes.invalidRequest)
    const data = { ...Object(error?.data), problem: problemOf(problem, res.locals.exchange, config.docsUrl) }
    const message: RpcMessage = { jsonrpc: '2.0', id, error: { code, message: problem.message, data } }
    reply(res, problems[problem.code].status, message, { code: problem.code, rows: null })
  }

  function reply(
    res: Reply,
    status: number,
    message: RpcMessage | null,
    { code, rows }: Pick<CallOutcome, 'code' | 'rows'> = { code: null, rows: null },
  ): void {
    const { exchange } = res.locals
    const body = message && Buffer.from(JSON.stringify(withVisibleError(message)))
    const isError = message?.result?.isError === true
    const rpcError = message?.error?.code ?? null
    if (exchange.mcp) exchange.mcp = { ...exchange.mcp, resultBytes: body?.length ?? null, isError, rpcError }
    const headers = { 'Cache-Control': 'no-store', ...(body ? { 'Content-Type': 'application/json' } : {}) }
    send.respond(res, { status, headers, body, code, rows })
  }
}

/**
 * Removes invisible characters from an error, which may quote what the caller sent. The ID of the message must be
 * returned unchanged.
 */
function withVisibleError(message: RpcMessage): RpcMessage {
  return message.error ? { ...message, error: withoutInvisible(message.error) } : message
}

/** The outcome of a tool call, or the error that it threw. */
interface Called {
  outcome?: CallOutcome
  failure?: { error: unknown }
}

/** Whether version 2026-07-28 returns an error as JSON-RPC. All other problems are HTTP problems in every version. */
function isOfModern(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404].includes(problems[error.code].status)
}

function problemOfStatus(status: number, detail: string): ApiError {
  if (status === 404) return new ApiError('not_found', { detail })
  return new ApiError('invalid_request', { detail, errors: [{ in: 'body', name: '', detail }] })
}

function identified({ locals: { exchange } }: Reply, message: RpcMessage): RpcMessage {
  const { result } = message
  // The response to ping has to be empty: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
  if (!result || Object.keys(result).length === 0) return message
  return { ...message, result: { ...result, _meta: { ...Object(result._meta), [REQUEST_ID]: exchange.requestId } } }
}

function scopesFor(tool: Tool | undefined): Scope[] {
  return tool ? ['mcp:read', ...scopesOf(tool.operation)] : ['mcp:read']
}

const knownMethods = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'notifications/initialized']

function argumentsOf({ params }: Pick<Incoming, 'params'>): Record<string, unknown> {
  return isRecord(params.arguments) ? params.arguments : {}
}

/** Stores the operation and parameters of a message for its log line, metrics, and audit record. */
function note({ locals: { exchange } }: Reply, { method, params, meta }: Incoming, tool: Tool | undefined): void {
  const known = knownMethods.find((name) => name === method) ?? 'other'
  exchange.mcp = { method: known, ...meta, resultBytes: null, isError: false, rpcError: null }
  if (!tool) return
  exchange.operationId = tool.name
  exchange.parameters = auditable(tool, argumentsOf({ params }))
}

/** Rejects query parameters. In particular, a token in the query is not accepted. */
function requireNoQuery(query: string): void {
  const first = query.replace(/^&+/, '').split('&', MAX_FAULTS).join('&')
  const names = [...new Set(new URLSearchParams(first).keys())]
  if (names.length === 0) return
  throw invalidRequest(names.map((name) => ({ in: 'query', name, detail: 'is not a parameter of the query' })))
}
