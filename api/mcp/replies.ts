import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import type { Reply } from '../exchange.ts'
import { problemOf } from '../rest/problem.ts'
import type { Services } from '../services.ts'
import type { Called } from './call-tool.ts'
import { type RpcAnswer, type RpcMessage, rpcCodes } from './face.ts'
import { messageJson, type ReadyFields } from './ready-json.ts'

/** Under this name every result that is not empty carries the request id, for those who see no headers. */
const REQUEST_ID = 'tenant-data-api/requestId'

/** What a request was answered beside the message of the SDK. */
export interface Said {
  ready: ReadyFields
  called?: Called
}

/** The ways to answer an MCP request, all with the headers and the audit record that every answer has. */
export interface Replies {
  /** Answers as the versions before 2026-07-28 do: always 200, or 202 to what gets no answer. */
  legacy(res: Reply, answer: RpcAnswer, said: Said): void
  /** Answers as 2026-07-28 does. */
  modern(res: Reply, answer: RpcAnswer, said: Said): void
  /** Puts a problem of status 400 or 404 into JSON-RPC, as 2026-07-28 demands; false for other problems. */
  refuse(res: Reply, error: ApiError, id: RpcMessage['id']): boolean
}

export function createReplies({ send, config }: Pick<Services, 'send' | 'config'>): Replies {
  function reply(
    res: Reply,
    status: number,
    message: object | null,
    { ready, called }: Said,
    code?: ProblemCode,
  ): void {
    const { exchange } = res.locals
    const headers = { 'Cache-Control': 'no-store', ...(message ? { 'Content-Type': 'application/json' } : {}) }
    const body = message && messageJson(message, ready)
    if (exchange.mcp) {
      const error: unknown = message && 'error' in message ? message.error : null
      const rpcError = typeof error === 'object' && error && 'code' in error ? Number(error.code) : null
      exchange.mcp = { ...exchange.mcp, resultBytes: body?.length ?? null, isError: !!called?.isError, rpcError }
    }
    send.answer(res, { status, headers, body, code: code ?? called?.code ?? null, rows: called?.rows ?? null })
  }

  function refuse(res: Reply, error: ApiError, id: RpcMessage['id'], rpc?: RpcMessage['error']): boolean {
    const { status } = problems[error.code]
    if (status !== 400 && status !== 404) return false
    const problem = problemOf(error, res.locals.exchange, config.docsUrl)
    const code = rpc?.code ?? (error.code === 'malformed_json' ? rpcCodes.parseError : rpcCodes.invalidRequest)
    const data = { ...Object(rpc?.data), problem }
    const message = { jsonrpc: '2.0', id, error: { code, message: rpc?.message ?? error.message, data } }
    reply(res, status, message, { ready: {} }, error.code)
    return true
  }

  return {
    legacy: (res, { status, message }, said) => reply(res, status, message && identified(res, message), said),
    modern(res, { status, message }, said) {
      if (status < 400 || !message?.error) return reply(res, status, message && identified(res, message), said)
      const detail = message.error.message
      const errors = [{ in: 'body' as const, name: '', detail }]
      const problem = new ApiError(status === 404 ? 'not_found' : 'invalid_request', {
        detail,
        ...(status === 404 ? {} : { errors }),
      })
      refuse(res, problem, message.id, message.error)
    },
    refuse: (res, error, id) => refuse(res, error, id),
  }
}

function identified<M extends object>({ locals: { exchange } }: Reply, message: M): M {
  if (!('result' in message) || typeof message.result !== 'object' || message.result === null) return message
  // The answer to ping has to be empty: https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
  if (Object.keys(message.result).length === 0) return message
  const meta = '_meta' in message.result ? message.result._meta : {}
  const _meta = { ...(typeof meta === 'object' ? meta : {}), [REQUEST_ID]: exchange.requestId }
  return { ...message, result: { ...message.result, _meta } }
}
