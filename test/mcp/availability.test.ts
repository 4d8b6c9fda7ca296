import { expect } from 'chai'
import { z } from 'zod'
import { operation } from '../../api/core/operation.ts'
import { toolOf } from '../../api/mcp/tools/tool.ts'
import type { Query } from '../../cypher/query.ts'
import { pageOf } from '../../schemas/common.ts'
import type { Problem } from '../../schemas/problem.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { bearerOf, type McpWorld, startMcp } from '../support/api/mcp.ts'
import { statesOfRunning } from '../support/graph/running.ts'
import { startTcpProxy } from '../support/processes/tcp-proxy.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

/** A read that takes minutes. */
const text =
  'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a * b AS x WHERE x = -1 RETURN count(x) AS n /* endless */'
const endless: Query<Record<string, never>, { n: number }, 'tenant'> = {
  name: 'test/endless',
  text,
  sentText: text,
  mode: 'READ',
  binding: 'tenant',
  textWithGeneration: null,
  parameterNames: [],
  row: { parse: (row) => z.object({ n: z.int() }).parse(row) },
  columns: ['n'],
}

const slow = operation({
  operationId: 'slow',
  method: 'GET',
  path: '/v1/slow',
  scope: 'graph:read',
  tag: 'Entity graph',
  summary: 'Slow',
  description: 'Reads for minutes.',
  input: z.strictObject({}),
  output: pageOf('SlowPage', z.object({})),
  examples: { input: {}, output: { data: [], links: { next: null }, meta: {} } },
  async handle(_input, context) {
    await context.read(endless, {})
    return { data: [], links: { next: null }, meta: {} }
  },
})
const slowTool = toolOf({ name: 'slow', title: 'Slow', description: 'Slow', operation: slow })

describe('availability of MCP', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp({ tools: [slowTool], isPunctual: true })
  })
  after(() => world.close())

  const running = async () => (await statesOfRunning(world.graph, '/* endless */')).length
  const request = (token: string, signal: AbortSignal) =>
    fetch(`${world.api.url}/mcp`, {
      method: 'POST',
      headers: { ...bearerOf(token), 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } }),
      signal,
    })

  it('ends the query of a client that disconnects within 1 s, and records the call as client_closed', async () => {
    const client = new AbortController()
    const answer = request(await world.token(), client.signal).catch((error: Error) => error.name)
    await until('the query runs', async () => (await running()) === 1)
    const tookMs = stopwatch()
    client.abort()
    await until('the query has ended', async () => (await running()) === 0)
    expect(tookMs()).to.be.below(1000)
    expect(await answer).to.equal('AbortError')
    const records = await until('the call is recorded', async () => {
      const found = (await world.api.audited()).filter((record) => record.operation === 'slow')
      return found.length > 0 && found
    })
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ interface: 'mcp', status: 499, code: 'client_closed' })
  })

  it('returns a retryable problem within 5 s for a query that takes too long', async () => {
    const tookMs = stopwatch()
    const { http } = await world.call('slow', {})
    expect(tookMs()).to.be.below(5000)
    // On a slow machine the API may stop waiting before Neo4j reports the timeout: then the code is another one.
    const problem = (await assertContract(http)) as Problem
    expect(problem.code).to.be.oneOf(['query_timeout', 'dependency_unavailable'])
    expect(problem.retryable).to.equal(true)
    await until('the query has ended', async () => (await running()) === 0)
  })

  it('returns 503 while Neo4j is unreachable', async () => {
    const proxy = await startTcpProxy(Number(new URL(process.env.NEO4J_URI ?? '').port))
    const own = await startMcp({ variables: { NEO4J_URI: `bolt://127.0.0.1:${proxy.port}` }, isPunctual: true })
    try {
      const token = await own.token()
      expect((await own.call('search_entities', {}, token)).http.status).to.equal(200)
      proxy.freeze()
      const tookMs = stopwatch()
      const [call, list] = await Promise.all([own.call('search_entities', {}, token), own.rpc('tools/list', {}, token)])
      expect(tookMs()).to.be.below(5000)
      expect((await assertProblemCode(call.http, 'dependency_unavailable')).retryable).to.equal(true)
      expect(list.http.status).to.equal(200)
    } finally {
      proxy.thaw()
      await own.close()
      proxy.close()
    }
  })
})
