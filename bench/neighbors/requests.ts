import { snapshotIdOf } from '../history/bench-bom.ts'
import { issueCredential } from '../issue-credential.ts'
import { mcpRequest } from '../mcp/mcp-cases.ts'
import { densestEntity } from '../reads/read-cases.ts'
import type { World } from '../world.ts'

/** A request. With a body, it is a POST. */
export interface NeighborRequest {
  path: string
  headers: Record<string, string>
  body?: string
}

/** Typical pages of a person or a program, over REST and MCP. */
export async function pagesOf(world: World, organization: string): Promise<NeighborRequest[]> {
  const { headers } = await issueCredential(world, organization)
  const { entityId } = await densestEntity(world.graph, organization)
  return [
    ...[
      '/v1/entities?limit=100',
      `/v1/entities/${entityId}`,
      `/v1/entities/${entityId}/relationships?limit=100`,
      '/v1/entities?q=poplin&limit=100',
      '/v1/bom/yields?limit=100',
      '/v1/bom/yield-changes?limit=100',
      '/v1/material-position-exceptions?limit=100',
    ].map((path) => ({ path, headers: { ...headers, 'Accept-Encoding': 'gzip' } })),
    toolCall(headers, 'search_entities', { limit: 20 }),
  ]
}

/** The most expensive requests that are allowed. */
export async function dearestOf(world: World, organization: string): Promise<NeighborRequest[]> {
  const { headers } = await issueCredential(world, organization)
  const { entityId } = await densestEntity(world.graph, organization)
  const pair = `fromSnapshotId=${snapshotIdOf(1)}&toSnapshotId=${snapshotIdOf(2)}`
  const reads = [
    `/v1/entities/${entityId}/relationships?depth=3&limit=1000`,
    '/v1/entities?q=m&limit=1000',
    '/v1/entities?limit=1000',
    `/v1/bom/yield-changes?${pair}&includeUnchanged=true&limit=1000`,
    `/v1/bom/yield-changes/summary?${pair}`,
    '/v1/bom/yields?limit=1000',
    '/v1/material-position-exceptions/summary',
    '/v1/entities?q=s+m&limit=1000',
    '/v1/material-position-exceptions?limit=1000',
  ]
  return [
    ...reads.map((path, at) => ({ path, headers: at % 2 === 0 ? { ...headers, 'Accept-Encoding': 'gzip' } : headers })),
    toolCall(headers, 'traverse_relationships', { entityId, depth: 3, limit: 1000 }),
    toolCall(headers, 'search_entities', { q: 'm', limit: 1000, fields: ['id', 'label'] }),
    {
      path: '/v1/exports',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"kind":"relationships"}',
    },
  ]
}

function toolCall(headers: Record<string, string>, name: string, given: Record<string, unknown>): NeighborRequest {
  const call = { name, method: 'tools/call' as const, params: { name, arguments: given }, restPath: null }
  const { headers: own, body } = mcpRequest(call, '2025-11-25')
  return { path: '/mcp', headers: { ...headers, ...own }, body }
}
