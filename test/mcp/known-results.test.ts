import { expect } from 'chai'
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import { reads, type Tool } from '../../api/mcp/tool.ts'
import { tools } from '../../api/mcp/tools.ts'
import { type Operation, operation } from '../../api/operation.ts'
import { pageOf } from '../../schemas/common.ts'
import { type McpWorld, modernHeaders, modernMeta, startMcp } from '../support/mcp.ts'
import { mintOrganization } from '../support/organization.ts'

/** Counts what it is asked, and tells whose question it was. */
function counting(): { operation: Operation; asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    operation: operation({
      operationId: 'count',
      method: 'GET',
      path: '/v1/count',
      scope: 'graph:read',
      tag: 'Entity graph',
      summary: 'Count',
      description: 'Counts.',
      input: z.strictObject({ name: z.string().max(3) }),
      output: pageOf('CountPage', z.object({ text: z.string() })),
      examples: { input: { name: 'a' }, output: { data: [], links: { next: null }, meta: {} } },
      async handle({ name }, { credential }) {
        const text = `${credential.organization} ${name}`
        asked.push(text)
        if (name === 'nil') throw new ApiError('not_found')
        return { data: [{ text }], links: { next: null }, meta: {} }
      },
    }),
  }
}

describe('calls that an SDK let in before', () => {
  const { operation: count, asked } = counting()
  const tool: Tool = { name: 'count', title: 'Count', description: 'Counts', annotations: reads, operation: count }
  let world: McpWorld
  before(async () => {
    world = await startMcp({ tools: [...tools, tool] })
  })
  after(() => world.close())

  for (const [generation, meta, headers] of [
    ['2025-11-25', undefined, {}],
    ['2026-07-28', modernMeta(), modernHeaders('tools/call', 'count')],
  ] as const) {
    it(`are done once each, for whoever calls, of ${generation}`, async () => {
      const foreign = await (await mintOrganization(world.graph)).issue({ scopes: ['mcp:read', 'graph:read'] })
      const call = async (name: string, token?: string) => {
        const params = { name: 'count', arguments: { name }, ...(meta ? { _meta: meta } : {}) }
        const { body } = await world.rpc('tools/call', params, token, headers)
        return { texts: body.result?.structuredContent?.data, isError: body.result?.isError ?? false, id: body.id }
      }
      const before = asked.length
      const answers = []
      for (const name of ['a', 'nil', 'b', 'long', 'nil', 'c']) answers.push(await call(name))
      answers.push(await call('e', foreign.text))
      const own = (name: string) => `${world.organization.key} ${name}`
      const other = `${foreign.credential.organization} e`
      const expected = [own('a'), null, own('b'), null, null, own('c'), other]
      expect(answers.map(({ texts }) => texts ?? null)).to.deep.equal(expected.map((text) => text && [{ text }]))
      expect(answers.map(({ isError }) => isError)).to.deep.equal(expected.map((text) => text === null))
      expect(new Set(answers.map(({ id }) => id)).size).to.equal(answers.length)
      expect(asked.slice(before)).to.deep.equal([own('a'), own('nil'), own('b'), own('nil'), own('c'), other])
    })
  }

  it('fail again where the token may do less', async () => {
    await world.call('count', { name: 'a' })
    const { http } = await world.call('count', { name: 'a' }, await world.token(['bom:read']))
    expect(http.status).to.equal(403)
  })
})
