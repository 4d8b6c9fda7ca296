import type { IncomingHttpHeaders } from 'node:http'
import type { Problem } from '../../schemas/problem.ts'
import type { ProblemForm } from '../http/exchange.ts'
import { rpcCodes } from './protocol.ts'
import { withoutInvisible } from './without-invisible.ts'

type Id = string | number | null

/**
 * Whether the Accept header is that of an MCP client. Such a client must accept JSON and event streams, and cannot read
 * problems. https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function isMcpClient({ accept = '' }: IncomingHttpHeaders): boolean {
  const accepted = accept.toLowerCase()
  const accepts = (mediaType: string) => accepted.includes(mediaType)
  return accepts('application/json') && accepts('text/event-stream') && !accepts('application/problem+json')
}

/**
 * Formats a problem that is also a JSON-RPC error. Some clients read only JSON-RPC, and some show the text of any
 * response; see docs/adr/0019-problems-that-clients-of-mcp-can-read.md. The reason phrase of the status line contains
 * the message, too, because the first generation of the Python client shows only that.
 */
export function rpcProblemForm(id: Id): ProblemForm {
  return (problem) => {
    const code = problem.status < 500 ? rpcCodes.invalidRequest : rpcCodes.internalError
    const shown = withoutInvisible(problem)
    const error = { code, message: messageOf(shown), data: { problem: shown } }
    const reason = messageOf(problem)
      .slice(0, MAX_PHRASE)
      .replaceAll(/[^ -~]/g, '?')
    return { body: { ...shown, jsonrpc: '2.0', id, error }, reason }
  }
}

/** The error and its recovery, as one text. */
function messageOf({ detail, recovery }: Pick<Problem, 'detail' | 'recovery'>): string {
  return `${detail.replace(/\.$/, '')}. ${recovery}`
}

const MAX_PHRASE = 300
