import { z } from 'zod'
import { ApiError } from '../../../api/core/errors.ts'
import { operation } from '../../../api/core/operation.ts'
import { tools } from '../../../api/mcp/tools/index.ts'
import { toolOf } from '../../../api/mcp/tools/tool.ts'
import { operations } from '../../../api/operations/index.ts'
import { pageOf } from '../../../schemas/common.ts'
import { type McpWorld, startMcp } from './mcp.ts'

const failing = operation({
  operationId: 'failing',
  method: 'GET',
  path: '/v1/failing',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'Failing',
  description: 'Is always overloaded.',
  input: z.strictObject({}),
  output: pageOf('FailingPage', z.object({})),
  examples: { input: {}, output: { data: [], links: { next: null }, meta: {} } },
  async handle() {
    throw new ApiError('overloaded', { detail: 'Too much is asked.' })
  },
})
const failingTool = toolOf({ name: 'failing', title: 'Failing', description: 'Fails', operation: failing })

/** A quota per minute above the number of requests that a client needs to connect. */
const QUOTA = 20

/** An HTTP error of MCP: the token and tool that cause it, and the text that a client has to show of it. */
export interface Refusal {
  status: 401 | 403 | 429 | 503
  token(): Promise<string>
  /** Uses up the rest of the token's quota, because clients need different numbers of requests to connect. */
  spend?(token: string): Promise<void>
  tool: string
  told: RegExp
}

/** Starts the API with a tool that always returns `overloaded`, and with a clock that stands still. */
export async function startRefusing(): Promise<{ world: McpWorld; refusals: Refusal[] }> {
  const frozen = Date.now()
  const world = await startMcp({
    operations: [...operations, failing],
    tools: [...tools, failingTool],
    now: () => frozen,
  })
  const tokenWith = async (quota: number) =>
    (await world.organization.issue({ scopes: ['mcp:read', 'graph:read'], kind: 'mcp', quota })).text
  const spend = async (token: string) => {
    while ((await world.api.get('/v1/entity-types', token)).status !== 429);
  }
  const service = async () => (await world.organization.issue({ scopes: ['graph:read'] })).text
  const tool = 'list_entity_types'
  return {
    world,
    refusals: [
      { status: 401, tool, token: async () => 'wrong', told: /token is not valid.*Replace or rotate/ },
      { status: 403, tool, token: service, told: /lacks the scope mcp:read/ },
      {
        status: 429,
        tool,
        token: () => tokenWith(QUOTA),
        spend,
        told: /quota of 20 requests per minute is used up.*Wait \d+ seconds?/,
      },
      { status: 503, tool: 'failing', token: () => tokenWith(1000), told: /Too much is asked.*Wait 5 seconds/ },
    ],
  }
}
