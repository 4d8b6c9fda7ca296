import { readFileSync } from 'node:fs'
import { Client as Modern, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { expect } from 'chai'
import { bearerOf, type McpWorld } from '../support/api/mcp.ts'
import { type Refusal, startRefusing } from '../support/api/refusals.ts'

/** The methods that the clients of both SDK generations share. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>
  getInstructions(): string | undefined
  getServerVersion(): { name: string; version: string } | undefined
  close(): Promise<void>
}

const info = { name: 'test', version: '1' }
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

async function connectV1(url: URL, token: string): Promise<AnyClient> {
  const client = new Client(info)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: bearerOf(token) } })
  // The SDK declares optional fields without undefined, which the compiler rejects under exactOptionalPropertyTypes.
  await client.connect(transport as Transport)
  return client as AnyClient
}

async function connectV2(url: URL, token: string, mode?: 'auto' | { pin: string }): Promise<AnyClient> {
  const client = new Modern(info, mode ? { versionNegotiation: { mode } } : {})
  await client.connect(new ModernTransport(url, { requestInit: { headers: bearerOf(token) } }))
  return client as AnyClient
}

const clients: Record<string, (url: URL, token: string) => Promise<AnyClient>> = {
  'v1 client': connectV1,
  'v2 client, legacy': (url, token) => connectV2(url, token),
  'v2 client, auto': (url, token) => connectV2(url, token, 'auto'),
  'v2 client, pinned to 2026-07-28': (url, token) => connectV2(url, token, { pin: '2026-07-28' }),
}

describe('clients of the SDK', () => {
  let world: McpWorld
  let refusals: Refusal[]
  before(async () => {
    ;({ world, refusals } = await startRefusing())
  })
  after(() => world.close())

  for (const [name, connect] of Object.entries(clients)) {
    it(`${name}: lists and calls every tool`, async () => {
      const client = await connect(new URL(`${world.api.url}/mcp`), await world.token())
      try {
        const listed = (await client.listTools()).tools
        const tools = listed.filter(({ name }) => name !== 'failing')
        expect(tools).to.have.length(5)
        expect(client.getInstructions()).to.contain('list_entity_types')
        expect(client.getServerVersion()).to.include({ name: 'tenant-data-api', version })
        for (const tool of tools) {
          const needsId = ['get_entity', 'traverse_relationships'].includes(tool.name)
          const given = needsId ? { entityId: world.entities[0]?.id } : {}
          const { structuredContent, isError } = await client.callTool({ name: tool.name, arguments: given })
          expect(isError, tool.name).to.equal(undefined)
          expect(structuredContent, tool.name).to.have.property('data')
        }
        const wrong = await client.callTool({ name: 'search_entities', arguments: { type: 'shoe' } })
        expect(wrong.isError).to.equal(true)
        const unknown = await client.callTool({ name: 'no_such_tool', arguments: {} }).catch((error: unknown) => error)
        expect(String(unknown)).to.contain('Unknown tool: no_such_tool')
      } finally {
        await client.close()
      }
    })

    for (const status of [401, 403, 429, 503] as const) {
      it(`${name}: raises an error with the detail of a ${status}`, async () => {
        const refusal = refusals.find((one) => one.status === status)
        if (!refusal) throw new Error(`no refusal with ${status}`)
        const token = await refusal.token()
        const ask = async () => {
          const client = await connect(new URL(`${world.api.url}/mcp`), token)
          await refusal.spend?.(token)
          await client.listTools()
          await client.callTool({ name: refusal.tool, arguments: {} })
        }
        const failure: unknown = await ask().catch((error: unknown) => error)
        expect(failure).to.be.instanceOf(Error)
        // Some clients put the response into properties of the error, and write their own message.
        expect(`${failure} ${JSON.stringify(failure)}`).to.match(refusal.told)
      })
    }
  }
})
