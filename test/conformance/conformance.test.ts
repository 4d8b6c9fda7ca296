import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type McpWorld, startMcp } from '../support/api/mcp.ts'
import { run } from '../support/processes/run.ts'
import { startTokenProxy } from './token-proxy.ts'

const project = join(import.meta.dirname, '../..')
const commandOf = (name: string) => join(project, 'node_modules', name, 'dist/index.js')
const stable = commandOf('@modelcontextprotocol/conformance')
const next = commandOf('conformance-next')

/** Scenarios of the next version of the suite that apply to servers with any tools, by version of the protocol. */
const named: [version: string, scenario: string][] = [
  ...['2025-06-18', '2025-11-25'].flatMap((version): [string, string][] =>
    ['server-initialize', 'ping', 'tools-list'].map((scenario) => [version, scenario]),
  ),
  ['2025-11-25', 'dns-rebinding-protection'],
  ['2026-07-28', 'tools-list'],
  ['2026-07-28', 'http-header-validation'],
  ['2026-07-28', 'dns-rebinding-protection'],
]

describe('the official conformance suite of MCP (statement 21)', () => {
  let world: McpWorld
  let proxy: Awaited<ReturnType<typeof startTokenProxy>>
  let folder: string

  before(async () => {
    world = await startMcp()
    proxy = await startTokenProxy(world.api.port, await world.token())
    folder = mkdtempSync(join(tmpdir(), 'tda-conformance-'))
  })
  after(async () => {
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
    await world.close()
  })

  const check = (command: string, ...args: string[]) =>
    run(process.execPath, [command, 'server', '--url', proxy.url, '-o', folder, ...args], {})

  it('0.1.16 passes, except for scenarios that do not apply', async () => {
    const baseline = join(import.meta.dirname, 'baseline.yml')
    const { exitCode, output } = await check(stable, '--expected-failures', baseline)
    expect(exitCode, output).to.equal(0)
    for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
      expect(output).to.match(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
    }
  })

  for (const [version, scenario] of named) {
    it(`0.2.0-alpha.12 passes ${scenario} of ${version}`, async () => {
      const { exitCode, output } = await check(next, '--scenario', scenario, '--spec-version', version)
      expect(exitCode, output).to.equal(0)
      expect(output).to.match(/Passed: [1-9]/)
    })
  }
})
