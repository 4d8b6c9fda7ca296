import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { type McpWorld, modernHeaders, modernMeta, startMcp } from '../support/mcp.ts'

const CALLS = Number(process.env.MCP_CALLS ?? 2000)
const AT_ONCE = 8
const PARTS = 5

/** Bytes that are in use after a collection. */
function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

describe('the heap under MCP', function () {
  this.timeout(1_800_000)
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  it(`stays flat over ${CALLS} calls of both generations of the protocol (statement 23)`, async () => {
    const { text } = await world.organization.issue({ scopes: ['mcp:read', 'graph:read'], kind: 'mcp', quota: 10 ** 9 })
    const heaps: number[] = []
    for (let part = 0; part < PARTS; part++) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => callAgain(CALLS / PARTS / AT_ONCE)))
      // Log lines and audit records are kept for tests, and would be all that grows.
      await world.api.audited().then((records) => records.splice(0))
      world.api.logLines.splice(0)
      heaps.push(heapAfterCollection())
    }
    const [, second = 0] = heaps
    expect(heaps.at(-1), `bytes after each part: ${heaps.join(', ')}`).to.be.below(second * 1.1)

    async function callAgain(times: number): Promise<void> {
      const params = { name: 'list_entity_types', arguments: {} }
      const headers = modernHeaders('tools/call', 'list_entity_types')
      for (let time = 0; time < times; time++) {
        const { http } = await (time % 2
          ? world.rpc('tools/call', { ...params, _meta: modernMeta() }, text, headers)
          : world.rpc('tools/call', params, text))
        expect(http.status).to.equal(200)
      }
    }
  })
})
