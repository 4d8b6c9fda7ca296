import type { IncomingHttpHeaders } from 'node:http'
import type { Problem } from '../../schemas/problem.ts'
import type { ProblemForm } from '../http/exchange.ts'
import { rpcCodes } from './protocol.ts'
import { withoutInvisible } from './without-invisible.ts'

type Id = string | number | null

/**
 * Whether the headers are those of a client of MCP, which has to accept JSON and event streams and does not know problems.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function isMcpClient({ accept = '' }: IncomingHttpHeaders): boolean {
  const accepted = accept.toLowerCase()
  const accepts = (mediaType: string) => accepted.includes(mediaType)
  return accepts('application/json') && accepts('text/event-stream') && !accepts('application/problem+json')
}

/**
 * A problem that is a JSON-RPC error too, because some clients read nothing else and some show the text of whatever comes;
 * see docs/adr/0019-problems-that-clients-of-mcp-can-read.md. The status line tells the same, because the first generation
 * of the Python client shows nothing else.
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

/** What is wrong, and what to do about it. */
function messageOf({ detail, recovery }: Pick<Problem, 'detail' | 'recovery'>): string {
  return `${detail.replace(/\.$/, '')}. ${recovery}`
}

const MAX_PHRASE = 300
