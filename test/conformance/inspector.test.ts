import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type McpWorld, startMcp } from '../support/api/mcp.ts'
import { installInspector } from '../support/install-inspector.ts'
import { run } from '../support/processes/run.ts'

describe('the MCP Inspector (statement 21)', () => {
  const home = mkdtempSync(join(tmpdir(), 'tda-inspector-'))
  let world: McpWorld
  let inspector: string
  let token: string

  before(async () => {
    inspector = await installInspector()
    world = await startMcp()
    token = await world.token()
  })
  after(async () => {
    await world.close()
    rmSync(home, { recursive: true, force: true })
  })

  /** Returns the output of the Inspector, which is only JSON unless the Inspector reports an error or a warning. */
  async function inspect(era: string, ...args: string[]): Promise<Record<string, unknown>> {
    const target = [
      '--cli',
      `${world.api.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${token}`,
    ]
    const how = ['--protocol-era', era, '--format', 'json']
    const { exitCode, output } = await run(process.execPath, [inspector, ...target, ...how, ...args], { HOME: home })
    expect(exitCode, output).to.equal(0)
    return JSON.parse(output).result
  }

  for (const era of ['legacy', 'modern']) {
    it(`finds no error and no warning in any tool, ${era}`, async () => {
      const { tools } = await inspect(era, '--method', 'tools/list', '--strict')
      expect(tools).to.be.an('array').of.length(5)
    })

    it(`calls a tool, ${era}`, async () => {
      const given = ['--tool-name', 'search_entities', '--tool-args-json', '{"q":"poplin","limit":2}']
      const { structuredContent } = await inspect(era, '--method', 'tools/call', ...given)
      expect(JSON.stringify(structuredContent)).to.contain('Poplin')
    })
  }
})
