import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { expect } from 'chai'
import { bearerOf } from '../api/mcp.ts'
import { tokensOf } from '../tokens-of.ts'
import { toolCallOf } from './calls.ts'
import type { CostCounter } from './cost.ts'

/** The official MCP client of an agent, which counts its calls and the tokens that its model reads. */
export interface McpClient {
  /** Calls a tool, and returns its result as the model reads it. */
  call<T>(tool: string, given?: object): Promise<T>
}

export interface ConnectedClient {
  /** The same connection with the counter of another recipe. */
  counting(cost: CostCounter): McpClient
  close(): Promise<void>
}

/** Connects and lists the tools, so that the client validates every result by the output schema of its tool. */
export async function connectMcpClient(url: string, token: string): Promise<ConnectedClient> {
  const client = new Client({ name: 'journey', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: bearerOf(token) },
  })
  // The SDK declares optional fields without undefined, which the compiler rejects under exactOptionalPropertyTypes.
  await client.connect(transport as Transport)
  await client.listTools()
  return {
    counting: (cost) => ({
      async call<T>(tool: string, given: object = {}) {
        const result = CallToolResultSchema.parse(await client.callTool({ name: tool, arguments: { ...given } }))
        const read = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
        cost.add(toolCallOf(tool, given), `${tool} ${JSON.stringify(given)}`, read, tokensOf(read))
        expect(result.isError ?? false, read).to.equal(false)
        return JSON.parse(read) as T
      },
    }),
    close: () => client.close(),
  }
}
