import { Router } from 'express'
import type { FaultyInput } from '../../schemas/problem.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { auditable } from '../auditable.ts'
import { contextOf } from '../context-of.ts'
import { isRecord } from '../decode-values.ts'
import { ApiError } from '../errors.ts'
import type { Handler, Reply } from '../exchange.ts'
import { requireScopes } from '../require-scopes.ts'
import { requireAccepted } from '../rest/accept.ts'
import { problemOf } from '../rest/problem.ts'
import { readBody } from '../rest/read-body.ts'
import { methodNotAllowed } from '../rest/router.ts'
import { queryOf } from '../rest/success.ts'
import type { Services } from '../services.ts'
import { callTool } from './call-tool.ts'
import { type Face, rpcCodes, rpcError, type ToolResult } from './face.ts'
import { createKnownResults, envelopeOf } from './known-results.ts'
import { answerLegacy, requireSupportedVersion } from './legacy.ts'
import { answerModern } from './modern.ts'
import { type Incoming, isModern, namesModern, readMessage } from './read-message.ts'
import { createReplies, type Said } from './replies.ts'
import type { Tool } from './tool.ts'
import { createToolList } from './tool-list.ts'

export const MCP_PATH = '/mcp'
/** The id of the operation in the published contract, and in logs and audit of what is no tool call. */
export const MCP_OPERATION = 'mcp'

/** Serves MCP without sessions: each POST is one message, answered with one JSON object. */
export function mcpRouter(services: Services): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route(MCP_PATH)
    .post(serve(services))
    .all(methodNotAllowed(['POST']))
  return router
}

function serve(services: Services): Handler {
  const tools = new Map(services.tools.map((tool) => [tool.name, tool]))
  const listFor = createToolList(services.tools, services.config.environment.MCP_LIST_ALL_TOOLS)
  const replies = createReplies(services)
  const results = createKnownResults()

  return async (req, res) => {
    const { exchange } = res.locals
    exchange.operationId = MCP_OPERATION
    let incoming = readMessage(undefined, req.headers)
    try {
      requireAccepted(req, 'application/json')
      exchange.waitingFor = 'body'
      incoming = readMessage(await readBody(req), req.headers)
      exchange.waitingFor = 'data'
      const tool = incoming.method === 'tools/call' ? tools.get(String(incoming.params.name)) : undefined
      note(res, incoming, tool)
      requireScopes(scopesOf(tool), exchange.caller?.scopes ?? new Set())
      requireNoQuery(queryOf(req.url))
      await answer(incoming, res)
    } catch (error) {
      const isOfModern = namesModern(req.headers) || isModern(incoming)
      if (!(error instanceof ApiError) || !isOfModern || !replies.refuse(res, error, incoming.id)) throw error
    }
  }

  async function answer(incoming: Incoming, res: Reply): Promise<void> {
    const isOfModern = isModern(incoming)
    if (!isOfModern && incoming.method !== 'initialize') {
      requireSupportedVersion(incoming.headers['mcp-protocol-version']?.toString())
    }
    const said: Said = { ready: {} }
    const face = faceOf(res, incoming, said)
    const envelope = envelopeOf(incoming)
    const known = envelope === null ? null : await recall(envelope, incoming, face, said)
    const answered = known ?? (await (isOfModern ? answerModern : answerLegacy)(incoming, face))
    if (!known && envelope !== null && answered.message?.result) {
      results.set(envelope, !!said.called?.isError, answered.message.result)
    }
    if (isOfModern) replies.modern(res, answered, said)
    else replies.legacy(res, answered, said)
  }

  /** The answer to what an SDK let in before; null where it is to be asked, also about a tool that was called by then. */
  async function recall(envelope: string, { method, id, params }: Incoming, face: Face, said: Said) {
    if (!results.has(envelope)) return null
    if (method === 'tools/list') face.list()
    else await face.call(String(params.name))
    const result = results.get(envelope, !!said.called?.isError)
    return result ? { status: 200, message: { jsonrpc: '2.0' as const, id, result } } : null
  }

  function faceOf(res: Reply, incoming: Incoming, said: Said): Face {
    const { exchange } = res.locals
    const { instructions, json } = listFor(exchange.caller?.scopes ?? new Set())
    let calling: Promise<ToolResult> | undefined
    return {
      instructions,
      list() {
        said.ready = { tools: json }
        return { tools: [] }
      },
      call(name) {
        calling ??= callOnce(name)
        return calling
      },
    }

    async function callOnce(name: string): Promise<ToolResult> {
      const tool = tools.get(name)
      if (!tool) throw rpcError(rpcCodes.invalidParams, `Unknown tool: ${name.slice(0, 100)}`)
      const context = contextOf(exchange, services, abortedWithout(res))
      const called = await callTool(tool, argumentsOf(incoming), context, (error) =>
        problemOf(error, exchange, services.config.docsUrl),
      )
      Object.assign(said, { called, ready: called.ready })
      return called.isError ? { content: [], isError: true } : { content: [], structuredContent: {} }
    }
  }
}

/** A signal that the caller has gone before the answer. */
function abortedWithout(res: Reply): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}

function scopesOf(tool: Tool | undefined): Scope[] {
  return tool ? ['mcp:read', tool.operation.scope] : ['mcp:read']
}

const knownMethods = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'notifications/initialized']

function argumentsOf({ params }: Pick<Incoming, 'params'>): Record<string, unknown> {
  return isRecord(params.arguments) ? params.arguments : {}
}

/** For log, metrics and audit. */
function note({ locals: { exchange } }: Reply, { method, params, meta }: Incoming, tool: Tool | undefined): void {
  const known = knownMethods.find((name) => name === method) ?? 'other'
  exchange.mcp = { method: known, ...meta, resultBytes: null, isError: false, rpcError: null }
  if (!tool) return
  exchange.operationId = tool.name
  exchange.parameters = auditable(tool.operation, argumentsOf({ params }))
}

/** In particular no token is taken from there. */
function requireNoQuery(query: string): void {
  if (query === '') return
  const names = [...new URLSearchParams(query).keys()]
  if (names.length === 0) return
  const errors = names.map((name): FaultyInput => ({ in: 'query', name, detail: 'is not a parameter of the query' }))
  throw new ApiError('invalid_request', { detail: `Not valid: ${names.join(', ').slice(0, 500)}.`, errors })
}
