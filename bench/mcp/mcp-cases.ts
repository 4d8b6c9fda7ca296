import type { HttpTarget } from '../reads/http-client.ts'

/** A request to MCP, with the path of the same REST request. Null if REST has no such request. */
export interface McpCase {
  name: string
  method: 'tools/call' | 'tools/list'
  params: { name?: string; arguments?: Record<string, unknown> }
  restPath: string | null
}

export const protocols = ['2025-11-25', '2026-07-28'] as const
export type Protocol = (typeof protocols)[number]

const searching = (limit: number): McpCase => ({
  name: `search_entities, ${limit} rows`,
  method: 'tools/call',
  params: { name: 'search_entities', arguments: { limit } },
  restPath: `/v1/entities?limit=${limit}`,
})

export const mcpCases: readonly McpCase[] = [
  {
    name: 'list_entity_types',
    method: 'tools/call',
    params: { name: 'list_entity_types', arguments: {} },
    restPath: '/v1/entity-types',
  },
  searching(20),
  searching(100),
  { name: 'tools/list', method: 'tools/list', params: {}, restPath: null },
]

/** The message that a client posts for a case. */
export function mcpRequest(
  { method, params }: McpCase,
  protocol: Protocol,
): Pick<HttpTarget, 'headers'> & { body: string } {
  const version = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': protocol }
  const message = { jsonrpc: '2.0', id: 1, method }
  if (protocol !== '2026-07-28') return { headers: version, body: JSON.stringify({ ...message, params }) }
  const own = 'io.modelcontextprotocol/'
  const _meta = {
    [`${own}protocolVersion`]: protocol,
    [`${own}clientInfo`]: { name: 'bench', version: '1' },
    [`${own}clientCapabilities`]: {},
  }
  const headers = { ...version, 'Mcp-Method': method, ...(params.name ? { 'Mcp-Name': params.name } : {}) }
  return { headers, body: JSON.stringify({ ...message, params: { ...params, _meta } }) }
}
