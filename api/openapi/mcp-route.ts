import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { McpRequest, McpResponse } from '../../schemas/mcp.ts'
import { mcpProblems } from '../core/problems-of.ts'
import { serverInfo } from '../mcp/protocol.ts'
import type { Parts } from './route-of.ts'

export const mcpTag = { name: 'MCP', description: 'The same data as tools for AI agents (Model Context Protocol).' }

const description = `The Model Context Protocol (MCP) over stateless Streamable HTTP. Supported protocol versions: 2025-03-26, 2025-06-18,
2025-11-25, and 2026-07-28. Each request contains one JSON-RPC message, and each response one JSON object. Tokens, rate
limits, and the audit trail are shared with REST.

Errors that a model can correct are tool results with \`isError\`. With protocol 2026-07-28, other errors with status 400 or 404
are JSON-RPC errors with the Problem in \`error.data.problem\`. Clients that accept \`application/json\` and
\`text/event-stream\`, as MCP clients do, get other problems as \`application/json\`: the Problem with \`jsonrpc\`, \`id\`, and
\`error\` in addition.

Scope: \`mcp:read\`, and the scope of the called tool.`

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

/** MCP as a route of the contract. It does not describe the tools, which `tools/list` does. */
export function mcpRoute({ headersOf, problems }: Parts): RouteConfig {
  return {
    operationId: 'mcp',
    method: 'post',
    path: '/mcp',
    tags: [mcpTag.name],
    summary: 'Send an MCP message',
    description,
    security: [{ mcpToken: ['mcp:read'] }],
    request: { body: { required: true, content: { 'application/json': { schema: McpRequest, example } } } },
    responses: {
      200: {
        description: 'The JSON-RPC response to a request, which can be a JSON-RPC error.',
        headers: headersOf(200, 'POST'),
        content: { 'application/json': { schema: McpResponse, example: { jsonrpc: '2.0', id: 1, result } } },
      },
      202: { description: 'The notification was accepted. The response has no body.', headers: headersOf(202, 'POST') },
      ...problems(mcpProblems),
    },
  }
}
