import { expect } from 'chai'
import { z } from 'zod'
import { operation } from '../../api/core/operation.ts'
import { tools } from '../../api/mcp/tools/index.ts'
import { toolOf } from '../../api/mcp/tools/tool.ts'
import { operations } from '../../api/operations/index.ts'
import { getEntity } from '../../cypher/graph/read-graph.ts'
import { pageOf } from '../../schemas/common.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { type McpWorld, startMcp } from '../support/api/mcp.ts'
import { mintOrganization } from '../support/organization.ts'
import { samplesOf } from '../support/processes/projector-process.ts'
import { until } from '../support/until.ts'

/** An operation, and its tool, that occupies a slot of the scheduler until the gate is resolved. */
function gated() {
  const gate = { ...Promise.withResolvers<void>(), entered: 0 }
  const held = operation({
    operationId: 'held',
    method: 'GET',
    path: '/v1/held',
    scope: 'graph:read',
    tag: 'Entity graph',
    summary: 'Held',
    description: 'Takes its time.',
    input: z.strictObject({}),
    output: pageOf('HeldPage', z.object({})),
    examples: { input: {}, output: { data: [], links: { next: null }, meta: {} } },
    async handle(_input, context) {
      const read = () => context.read(getEntity, { entityId: 'a5a0ab7d-e70a-5115-b601-3582cd489e66' })
      await read()
      gate.entered += 1
      await gate.promise
      await read()
      return { data: [], links: { next: null }, meta: {} }
    },
  })
  const tool = toolOf({ name: 'held', title: 'Held', description: 'Held', operation: held })
  return { gate, held, tool }
}

describe('an organization that sends more requests than its share of slots', () => {
  let world: McpWorld
  let gate: ReturnType<typeof gated>['gate']
  let noisy: string

  beforeEach(async () => {
    const parts = gated()
    gate = parts.gate
    world = await startMcp({
      operations: [...operations, parts.held],
      tools: [...tools, parts.tool],
      variables: { REQUESTS_AT_ONCE: '4' },
    })
    const { issue } = await mintOrganization(world.graph)
    noisy = (await issue({ scopes: ['graph:read', 'mcp:read'], quota: 100_000 })).text
  })
  afterEach(async () => {
    gate.resolve()
    await world.close()
  })

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${world.api.adminUrl}/metrics`)).text()
    return samplesOf(text).get(name) ?? Number.NaN
  }
  const untilWaiting = (count: number) =>
    until(`${count} to wait`, async () => (await metric('tda_slots_waiting')) === count)
  const ask = (signal?: AbortSignal) =>
    fetch(`${world.api.url}/v1/held`, { headers: { Authorization: `Bearer ${noisy}` }, ...(signal ? { signal } : {}) })

  it('waits in a queue of its own, and gets `overloaded` once that is full, while REST and MCP serve another organization', async () => {
    const asked = Array.from({ length: 103 }, () => ask())
    await until('three of its requests to run', () => gate.entered === 3)
    await untilWaiting(100)
    const refused = await ask()
    expect(refused.headers.get('Retry-After')).to.equal('5')
    await assertProblemCode(refused, 'overloaded')
    const called = await world.call('held', {}, noisy)
    expect(called.http.status).to.equal(503)
    expect(called.body.error?.data?.problem).to.include({ code: 'overloaded', retryable: true })
    expect(await metric('tda_slots_refused_total')).to.equal(2)

    const token = (await world.organization.issue({ scopes: ['graph:read'] })).text
    for (const path of ['/v1/entities?limit=5', `/v1/entities/${world.entities[0]?.id}`, '/v1/entities?q=m']) {
      expect((await world.api.get(path, token)).status, path).to.equal(200)
    }
    expect((await world.call('search_entities', { limit: 5 })).http.status).to.equal(200)
    expect(gate.entered, 'no request of the other organization was let in').to.equal(3)

    gate.resolve()
    for (const answer of await Promise.all(asked)) expect(answer.status).to.equal(200)
    expect(await metric('tda_slots_running')).to.equal(0)
  })

  it('loses the waiting requests of a client that disconnects, and frees its slots', async () => {
    const gone = new AbortController()
    const asked = Array.from({ length: 10 }, () => ask(gone.signal).catch(() => null))
    await until('three of its requests to run', () => gate.entered === 3)
    await untilWaiting(7)
    const last = ask()
    await untilWaiting(8)
    gone.abort()
    await Promise.all(asked)
    await untilWaiting(1)
    gate.resolve()
    expect((await last).status).to.equal(200)
    expect(gate.entered, 'abandoned requests were not started').to.equal(4)
    await until('every slot to be given back', async () => (await metric('tda_slots_running')) === 0)
  })
})
