import { expect } from 'chai'
import { toolsOf } from '../../api/mcp/tools/index.ts'
import { operations } from '../../api/operations/index.ts'
import { forgetExports } from '../support/api/exports.ts'
import { toolsOf as listedIn, type RpcResponse } from '../support/api/mcp.ts'
import { rejectedPosition } from '../support/ingest/fill-ingested.ts'
import { absentIn } from '../support/mcp/absent.ts'
import { type EveryToolWorld, everyScope, startEveryTool } from '../support/mcp/every-tool.ts'
import { type Generation, installBoth, runWithJson } from './python.ts'

const clients: [library: string, Generation][] = [
  ['mcp 1', 1],
  ['langchain', 1],
  ['mcp 2, legacy', 2],
  ['mcp 2, auto', 2],
  ['mcp 2, 2026-07-28', 2],
  ['openai-agents', 2],
  ['pydantic-ai', 2],
  ['google-genai', 2],
  ['FastMCP', 2],
]
const names = toolsOf(['all'], operations).map(({ name }) => name)

interface Used {
  version: string
  results: Record<string, Record<string, unknown>>
  errors: string[]
}

describe('client libraries for agents', function () {
  this.timeout(300_000)
  let pythons: Map<Generation, string>
  let world: EveryToolWorld
  let token: string

  before(async function () {
    pythons = await installBoth(this)
    world = await startEveryTool()
    token = await world.token(everyScope)
  })
  afterEach(() => forgetExports(world.graph, world.organization.key))
  after(() => world?.close())

  /** All arguments of every tool: the required ones, and for the others the value that models send for "not set". */
  async function everyCall(): Promise<Record<string, object>> {
    const made = (await world.call('create_export', { kind: 'entities' }, token)).body.result?.structuredContent
    const needed: Record<string, unknown> = {
      entityId: world.entities[0]?.id,
      exportId: (made?.data as { exportId?: string } | undefined)?.exportId,
      exceptionId: world.exceptionIds[0],
      matchKey: world.matchKey,
      ref: 'MT-1',
      material: 'MT-1',
      items: [{ sku: 'SKU-1', pieces: 1 }],
      pairs: [{ material: 'MT-1', factory: 'F-0' }],
      systems: ['erp', 'wms'],
      system: 'erp',
      ...rejectedPosition,
    }
    const listed = listedIn(await world.rpc('tools/list', {}, token))
    expect(listed.map(({ name }) => name)).to.deep.equal(names)
    return Object.fromEntries(
      listed.map(({ name, inputSchema }) => {
        const names = [...((inputSchema.required ?? []) as string[]), ...namedIn(name, inputSchema)]
        const required = names.map((key) => [key, key === 'kind' ? kindFor(name) : needed[key]])
        return [name, { ...absentIn(inputSchema), ...Object.fromEntries(required) }]
      }),
    )
  }

  for (const [library, generation] of clients) {
    it(`${library} calls every tool, and passes the whole result to its user`, async () => {
      const calls = await everyCall()
      const args = [library, `${world.api.url}/mcp`, token]
      const used = await runWithJson<Used>(pythons.get(generation) ?? '', 'every_tool.py', args, calls)
      expect(used.errors).to.deep.equal([])
      expect(Object.keys(used.results)).to.have.members(names)
      const { create_export: made, ...read } = used.results
      expect(made?.data).to.include({ kind: 'entities' })
      for (const [name, result] of Object.entries(read)) {
        const expected = contentOf(await world.call(name, withoutAbsent(calls[name] ?? {}), token))
        expect(withoutTime(result), name).to.deep.equal(withoutTime(expected))
      }
    })
  }
})

/** Arguments of which at least one is needed, but none of which is required alone. */
function namedIn(tool: string, { properties }: Readonly<Record<string, unknown>>): string[] {
  if (tool === 'get_material_factory_position') return ['material']
  return 'entityId' in Object(properties) ? ['entityId'] : []
}

const kindFor = (tool: string) => (tool === 'create_export' ? 'entities' : 'material')

function withoutAbsent(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))
}

/** A cursor of changes contains the time of its page. */
function withoutTime(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (name, value) => (name === 'resume' ? typeof value : value))
}

function contentOf({ body }: RpcResponse): unknown {
  if (!body.result?.structuredContent) throw new Error(JSON.stringify(body))
  return body.result.structuredContent
}
