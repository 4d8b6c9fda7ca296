import type { IncomingHttpHeaders } from 'node:http'
import type { Problem } from '../../schemas/problem.ts'
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
 * see docs/adr/0019-problems-that-clients-of-mcp-can-read.md.
 */
export function rpcProblem(problem: Problem, id: Id): Problem & { jsonrpc: '2.0'; id: Id; error: object } {
  const code = problem.status < 500 ? rpcCodes.invalidRequest : rpcCodes.internalError
  const shown = withoutInvisible(problem)
  return { ...shown, jsonrpc: '2.0', id, error: { code, message: messageOf(shown), data: { problem: shown } } }
}

/** What is wrong, and what to do about it. */
export function messageOf({ detail, recovery }: Pick<Problem, 'detail' | 'recovery'>): string {
  return `${detail.replace(/\.$/, '')}. ${recovery}`
}

const MAX_PHRASE = 300

/** The same for the status line, which is all that the first generation of the Python client shows. */
export function reasonPhrase(problem: Problem): string {
  return messageOf(problem)
    .slice(0, MAX_PHRASE)
    .replaceAll(/[^ -~]/g, '?')
}
