import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { McpRequest, McpResponse } from '../../schemas/mcp.ts'
import { serverInfo } from '../mcp/protocol.ts'
import type { Parts } from './route-of.ts'

export const mcpTag = { name: 'MCP', description: 'The same data as tools for AI agents: the Model Context Protocol.' }

const description = `The Model Context Protocol over stateless Streamable HTTP: protocol versions 2025-03-26, 2025-06-18,
2025-11-25 and 2026-07-28. One JSON-RPC message a request, one JSON object an answer. Credential, rate limit and audit are
those of REST. A request of protocol 2026-07-28 is answered at 400 and 404 with a JSON-RPC error that carries the Problem in
\`error.data.problem\`. A caller who accepts \`application/json\` and \`text/event-stream\`, as clients of MCP do, gets other
problems as \`application/json\`, with \`jsonrpc\`, \`id\` and \`error\` beside the members of the Problem.

Scope: \`mcp:read\`, and that of the tool that is called.`

const example = {
  jsonrpc: '2.0' as const,
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'example-client', version: '1.0.0' },
  },
}
const result = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo,
}

/** MCP as a route of the contract; its tools are described by itself, in `tools/list`. */
export function mcpRoute({ headersOf, problems }: Parts): RouteConfig {
  return {
    operationId: 'mcp',
    method: 'post',
    path: '/mcp',
    tags: [mcpTag.name],
    summary: 'Model Context Protocol',
    description,
    security: [{ mcpToken: ['mcp:read'] }],
    request: { body: { required: true, content: { 'application/json': { schema: McpRequest, example } } } },
    responses: {
      200: {
        description: 'The answer to a request, which may be a JSON-RPC error.',
        headers: headersOf(200, 'POST'),
        content: { 'application/json': { schema: McpResponse, example: { jsonrpc: '2.0', id: 1, result } } },
      },
      202: { description: 'A notification was accepted; there is no body.', headers: headersOf(202, 'POST') },
      ...problems,
    },
  }
}
